package dev.shopwire.console.account;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.sessions.SessionTimes;
import dev.shopwire.console.sessions.Sessions;
import dev.shopwire.console.sessions.UserSession;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists and ends the sessions of the user who is signed in. Thread-safe. */
public final class OwnSessions {
  private final Pool pool;
  private final SessionTimes times;

  OwnSessions(Pool pool, SessionTimes times) {
    this.pool = pool;
    this.times = times;
  }

  /**
   * A session as the API shows it.
   *
   * @param current whether the request is made in it
   */
  public record Shown(
      String id,
      String address,
      String userAgent,
      String createdAt,
      String lastUsedAt,
      boolean current) {}

  /** A page of the user's sessions that have not ended, in order of their ids. */
  public Future<Map<String, @Nullable Object>> list(UserSession session, PageParameters page) {
    return Sessions.list(pool, session.userId(), times, page.afterId(), page.queryLimit())
        .map(
            rows ->
                page.toResponse(
                    "sessions",
                    rows.stream().map(row -> shown(row, session.id())).toList(),
                    Shown::id));
  }

  /**
   * The same as a complete list.
   *
   * @param times as configured
   * @return a source whose requests have the id of their session
   */
  public static ExportSource export(SessionTimes times) {
    return (request, snapshot) -> {
      long user = NumericId.parse(String.valueOf(request.caller().actor().id())).orElse(0L);
      long current = NumericId.parse(request.id()).orElse(0L);
      return Future.succeededFuture(
          Sessions.export(user, times, row -> fields(shown(row, current))));
    };
  }

  private static Map<String, @Nullable Object> fields(Shown session) {
    return Json.MAPPER.convertValue(session, new TypeReference<>() {});
  }

  private static Shown shown(Sessions.Listed row, long current) {
    return new Shown(
        Long.toString(row.id()),
        row.address(),
        row.userAgent(),
        Times.format(row.createdAt()),
        Times.format(row.lastUsedAt()),
        row.id() == current);
  }

  /**
   * Ends a session, maybe that of the request.
   *
   * @return fails with 404 if the user has no such session
   */
  public Future<JsonResponse> end(Caller caller, UserSession session, String id) {
    long ended = NumericId.parse(id).orElseThrow(() -> Failure.notFound("session"));
    return Transactions.run(
            pool,
            connection ->
                Sessions.end(connection, ended, session.userId())
                    .compose(
                        found ->
                            found
                                ? SignInLog.closed(connection, caller, ended)
                                : Future.failedFuture(Failure.notFound("session"))))
        .map(JsonResponse.success());
  }

  /** Ends all sessions of the user but that of the request. */
  public Future<JsonResponse> endOthers(Caller caller, UserSession session) {
    return Transactions.run(
            pool,
            connection ->
                Sessions.endOthers(connection, session.userId(), session.id())
                    .compose(
                        ended ->
                            ended == 0
                                ? Future.succeededFuture()
                                : AuditLog.write(
                                    connection,
                                    caller,
                                    AuditEntry.of(
                                        "session.closed",
                                        new AuditObject(
                                            "user",
                                            Long.toString(session.userId()),
                                            caller.actor().name()),
                                        Map.of("sessions", ended)))))
        .map(JsonResponse.success());
  }
}
