package dev.shopwire.console;

import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.console.audit.AuditRequests;
import dev.shopwire.console.members.InvitationRequests;
import dev.shopwire.console.members.Links;
import dev.shopwire.console.members.MemberRequests;
import dev.shopwire.console.tokens.TokenRequests;
import dev.shopwire.console.views.ViewRequests;
import io.vertx.sqlclient.Pool;
import java.time.InstantSource;

/**
 * What API and pages call about users, invitations, API tokens, the audit log and saved views. Not
 * thread-safe; use from one event loop.
 */
public record PeopleRequests(
    MemberRequests members,
    InvitationRequests invitations,
    TokenRequests tokens,
    AuditRequests audit,
    ViewRequests views) {

  static PeopleRequests of(Pool pool, Links links, CursorSigner signer) {
    return new PeopleRequests(
        new MemberRequests(pool),
        new InvitationRequests(pool, links),
        new TokenRequests(pool, InstantSource.system()),
        new AuditRequests(pool, signer),
        new ViewRequests(pool));
  }
}
