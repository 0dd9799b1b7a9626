package dev.shopwire.analytics.sessions;

import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the table {@code sessions}: late page views extend, bridge and join stored sessions. Only
 * one transaction may do so for an app at a time.
 */
public final class Sessions {
  private static final String COLUMNS =
      """
      s.id, s.customer_id, s.session_key, s.started_at, s.ended_at, s.page_views, s.entry_path,
      s.exit_path, s.exit_key\s""";

  // A customer's sessions without a key never overlap: only those that start in a span, and the one
  // before it, can touch it.
  private static final String TOUCHED_WITHOUT_KEY =
      """
      select distinct on (s.id) %s
      from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[])
        as span (customer_id, first, last)
      cross join lateral (
        (select * from sessions w
        where w.app_id = $1 and w.customer_id = span.customer_id and w.session_key is null
          and w.started_at between span.first and span.last)
        union all
        (select * from sessions w
        where w.app_id = $1 and w.customer_id = span.customer_id and w.session_key is null
          and w.started_at < span.first
        order by w.started_at desc limit 1)
      ) s
      where s.ended_at >= span.first
      """
          .formatted(COLUMNS);
  private static final String TOUCHED_WITH_KEY =
      """
      select %s
      from unnest($2::bigint[], $3::text[]) as given (customer_id, session_key)
      join sessions s on s.app_id = $1 and s.customer_id = given.customer_id
        and s.session_key = given.session_key
      """
          .formatted(COLUMNS);
  private static final String DELETE = "delete from sessions where app_id = $1 and id = any($2)";
  private static final String WRITE =
      """
      insert into sessions (app_id, id, customer_id, session_key, started_at, ended_at, page_views,
        entry_path, exit_path, exit_key)
      select $1, id, customer_id, session_key, started_at, ended_at, page_views, entry_path,
        exit_path, exit_key
      from unnest($2::uuid[], $3::bigint[], $4::text[], $5::timestamptz[], $6::timestamptz[],
          $7::bigint[], $8::text[], $9::text[], $10::uuid[])
        as s (id, customer_id, session_key, started_at, ended_at, page_views, entry_path,
          exit_path, exit_key)
      on conflict (app_id, id) do update set ended_at = excluded.ended_at,
        page_views = excluded.page_views, exit_path = excluded.exit_path,
        exit_key = excluded.exit_key
      """;

  /** A customer with one session key, or without a key. */
  private record Visitor(long customerId, @Nullable String sessionKey) {}

  private Sessions() {}

  /**
   * Adds page views, each as a session of its own, to the stored sessions of {@code appId}.
   *
   * @param countedSince from when on {@link SessionStarts} counts sessions
   */
  public static Future<Void> add(
      Vertx vertx,
      SqlConnection connection,
      long appId,
      Instant countedSince,
      List<Session> pageViews) {
    if (pageViews.isEmpty()) {
      return Future.succeededFuture();
    }
    return vertx
        .executeBlocking(() -> joined(pageViews), false)
        .compose(
            fresh ->
                touched(connection, appId, fresh)
                    .compose(
                        touched ->
                            vertx
                                .executeBlocking(() -> joined(fresh, touched), false)
                                .compose(
                                    joined ->
                                        write(connection, appId, countedSince, touched, joined))));
  }

  private static Map<Visitor, List<Session>> joined(List<Session> pageViews) {
    Map<Visitor, List<Session>> joined = new LinkedHashMap<>();
    byVisitor(pageViews).forEach((visitor, views) -> joined.put(visitor, Session.join(views)));
    return joined;
  }

  private static List<Session> joined(Map<Visitor, List<Session>> fresh, List<Session> touched) {
    Map<Visitor, List<Session>> stored = byVisitor(touched);
    List<Session> joined = new ArrayList<>();
    fresh.forEach(
        (visitor, views) -> {
          List<Session> parts = new ArrayList<>(views);
          parts.addAll(stored.getOrDefault(visitor, List.of()));
          joined.addAll(Session.join(parts));
        });
    return joined;
  }

  private static Map<Visitor, List<Session>> byVisitor(List<Session> sessions) {
    Map<Visitor, List<Session>> byVisitor = new HashMap<>();
    for (Session session : sessions) {
      byVisitor
          .computeIfAbsent(
              new Visitor(session.customerId(), session.sessionKey()), v -> new ArrayList<>())
          .add(session);
    }
    return byVisitor;
  }

  private static Future<List<Session>> touched(
      SqlConnection connection, long appId, Map<Visitor, List<Session>> fresh) {
    List<Session> withoutKey = new ArrayList<>();
    List<Visitor> withKey = new ArrayList<>();
    fresh.forEach(
        (visitor, sessions) -> {
          if (visitor.sessionKey() == null) {
            withoutKey.addAll(sessions);
          } else {
            withKey.add(visitor);
          }
        });
    int spanCount = withoutKey.size();
    Tuple spans =
        Tuple.of(appId)
            .addArrayOfLong(Columns.of(withoutKey, new Long[spanCount], Session::customerId))
            .addArrayOfOffsetDateTime(
                Columns.of(
                    withoutKey,
                    new OffsetDateTime[spanCount],
                    session -> utc(session.startedAt().minus(Session.GAP))))
            .addArrayOfOffsetDateTime(
                Columns.of(
                    withoutKey,
                    new OffsetDateTime[spanCount],
                    session -> utc(session.endedAt().plus(Session.GAP))));
    Tuple keys =
        Tuple.of(appId)
            .addArrayOfLong(Columns.of(withKey, new Long[withKey.size()], Visitor::customerId))
            .addArrayOfString(Columns.of(withKey, new String[withKey.size()], Visitor::sessionKey));
    List<Session> touched = new ArrayList<>();
    return read(connection, withoutKey.isEmpty(), TOUCHED_WITHOUT_KEY, spans, touched)
        .compose(done -> read(connection, withKey.isEmpty(), TOUCHED_WITH_KEY, keys, touched))
        .map(touched);
  }

  private static Future<Void> read(
      SqlConnection connection, boolean none, String sql, Tuple tuple, List<Session> into) {
    return none
        ? Future.succeededFuture()
        : connection
            .preparedQuery(sql)
            .execute(tuple)
            .map(
                rows -> {
                  rows.forEach(row -> into.add(read(row)));
                  return null;
                });
  }

  private static Session read(Row row) {
    return new Session(
        row.getUUID("id"),
        row.getLong("customer_id"),
        row.getString("session_key"),
        row.getOffsetDateTime("started_at").toInstant(),
        row.getOffsetDateTime("ended_at").toInstant(),
        row.getLong("page_views"),
        row.getString("entry_path"),
        row.getString("exit_path"),
        row.getUUID("exit_key"));
  }

  private static Future<Void> write(
      SqlConnection connection,
      long appId,
      Instant countedSince,
      List<Session> touched,
      List<Session> joined) {
    List<Session> gone = without(touched, joined);
    Future<?> deleted =
        gone.isEmpty()
            ? Future.succeededFuture()
            : connection
                .preparedQuery(DELETE)
                .execute(
                    Tuple.of(appId)
                        .addArrayOfUUID(Columns.of(gone, new UUID[gone.size()], Session::id)));
    return deleted
        .compose(done -> connection.preparedQuery(WRITE).execute(columns(appId, joined)))
        .compose(
            written ->
                SessionStarts.add(connection, appId, countedSince, without(joined, touched), gone));
  }

  /** Those whose id none of the others has. */
  private static List<Session> without(List<Session> sessions, List<Session> others) {
    Set<UUID> ids = new HashSet<>();
    others.forEach(session -> ids.add(session.id()));
    return sessions.stream().filter(session -> !ids.contains(session.id())).toList();
  }

  private static Tuple columns(long appId, List<Session> sessions) {
    int size = sessions.size();
    return Tuple.of(appId)
        .addArrayOfUUID(Columns.of(sessions, new UUID[size], Session::id))
        .addArrayOfLong(Columns.of(sessions, new Long[size], Session::customerId))
        .addArrayOfString(Columns.of(sessions, new String[size], Session::sessionKey))
        .addArrayOfOffsetDateTime(
            Columns.of(sessions, new OffsetDateTime[size], session -> utc(session.startedAt())))
        .addArrayOfOffsetDateTime(
            Columns.of(sessions, new OffsetDateTime[size], session -> utc(session.endedAt())))
        .addArrayOfLong(Columns.of(sessions, new Long[size], Session::pageViews))
        .addArrayOfString(Columns.of(sessions, new String[size], Session::entryPath))
        .addArrayOfString(Columns.of(sessions, new String[size], Session::exitPath))
        .addArrayOfUUID(Columns.of(sessions, new UUID[size], Session::exitKey));
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
