package dev.shopwire.console.members;

import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.console.people.Invitations;
import dev.shopwire.console.people.Memberships;
import dev.shopwire.console.people.Users;
import io.vertx.core.Future;

/** The complete lists of users and invitations. */
public final class MemberExports {
  private MemberExports() {}

  /** {@code listWorkspaceUsers}. */
  public static ExportSource members() {
    return (request, snapshot) -> Future.succeededFuture(Memberships.export(workspace(request)));
  }

  /** {@code listInvitations}. */
  public static ExportSource invitations() {
    return (request, snapshot) -> Future.succeededFuture(Invitations.export(workspace(request)));
  }

  /** {@code listUsers}. */
  public static ExportSource users() {
    return (request, snapshot) -> Future.succeededFuture(Users.export());
  }

  private static long workspace(OpenRequest request) {
    return NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
  }
}
