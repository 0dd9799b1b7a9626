package dev.shopwire.console.people;

import dev.shopwire.common.access.Actor;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Optional;

/** Finds out which user makes a request. */
public final class UserIds {
  private UserIds() {}

  /**
   * The user who is signed in.
   *
   * @throws Failure 403 if the request has an API token or the admin token
   */
  public static long signedIn(Caller caller) {
    return of(caller, Actor.Type.USER)
        .orElseThrow(
            () ->
                Failure.of(
                    Code.FORBIDDEN, "session_required", "This requires a user who is signed in"));
  }

  /** The user who is signed in or whose API token is used; empty for the admin token. */
  public static Future<Optional<Long>> find(SqlClient client, Caller caller) {
    Optional<Long> token = of(caller, Actor.Type.TOKEN);
    return token.isPresent()
        ? ApiTokens.userOf(client, token.get())
        : Future.succeededFuture(of(caller, Actor.Type.USER));
  }

  private static Optional<Long> of(Caller caller, Actor.Type type) {
    return caller.actor().type() == type
        ? NumericId.parse(String.valueOf(caller.actor().id()))
        : Optional.empty();
  }
}
