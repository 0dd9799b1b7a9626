package dev.shopwire.ingest.rollups;

import dev.shopwire.ingest.sessions.LiveWindows;
import dev.shopwire.ingest.sessions.Session;
import dev.shopwire.ingest.sessions.Sessions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One transaction that adds groups of stored events to the rollups and sessions and takes them off
 * the backlog. Only one at a time works for an app, on whatever process.
 */
final class Roll {
  private static final String LOCK =
      "select pg_try_advisory_xact_lock(hashtext('usage_rollups'), $1) as locked";
  private static final String WAITING =
      """
      select group_id, events from usage_event_backlog where app_id = $1
      order by group_id limit 1000
      """;
  private static final String EVENTS =
      """
      select event_name, customer_id, occurred_at, event_key, path, session_key,
        properties::text as properties
      from usage_events where app_id = $1 and group_id = any($2)
      """;
  private static final String DONE =
      "delete from usage_event_backlog where app_id = $1 and group_id = any($2)";
  private static final String COUNT_RUN =
      """
      insert into usage_rollup_runs (app_id, runs) values ($1, 1)
      on conflict (app_id) do update set runs = usage_rollup_runs.runs + 1
      returning runs
      """;

  /** Rows of one fetch, each of which may be large: little enough to keep an event loop free. */
  private static final int FETCH = 250;

  /** Events that are added up in memory before they are written. */
  private static final int CHUNK = 10_000;

  /** What came of it. */
  enum Outcome {
    /** Another process works for this app. */
    BUSY,
    /** Nothing waits. */
    NOTHING,
    /** All that waited was added up. */
    DONE,
    /** Some of it was. */
    MORE
  }

  private final Vertx vertx;
  private final SqlConnection connection;
  private final LiveWindows windows;
  private final int appId;
  private final List<Session> pageViews = new ArrayList<>();

  Roll(Vertx vertx, SqlConnection connection, LiveWindows windows, int appId) {
    this.vertx = vertx;
    this.connection = connection;
    this.windows = windows;
    this.appId = appId;
  }

  /**
   * Within the transaction of the connection.
   *
   * @param maxEvents how many to take, but one group at least
   */
  Future<Outcome> run(long maxEvents) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(appId))
        .compose(
            locked ->
                locked.iterator().next().getBoolean("locked")
                    ? connection
                        .preparedQuery(WAITING)
                        .execute(Tuple.of(appId))
                        .map(rows -> take(rows, maxEvents))
                        .compose(this::add)
                    : Future.succeededFuture(Outcome.BUSY));
  }

  private record Taken(List<Long> groups, boolean isAll) {}

  private static Taken take(RowSet<Row> waiting, long maxEvents) {
    List<Long> groups = new ArrayList<>();
    long events = 0;
    for (Row row : waiting) {
      events += row.getLong("events");
      if (!groups.isEmpty() && events > maxEvents) {
        break;
      }
      groups.add(row.getLong("group_id"));
    }
    return new Taken(groups, groups.size() == waiting.size());
  }

  private Future<Outcome> add(Taken taken) {
    if (taken.groups.isEmpty()) {
      return Future.succeededFuture(Outcome.NOTHING);
    }
    Tuple key = Tuple.of(appId).addArrayOfLong(taken.groups.toArray(Long[]::new));
    return connection
        .prepare(EVENTS)
        .compose(
            statement -> {
              Cursor cursor = statement.cursor(key);
              return readAll(cursor, new ArrayList<>())
                  .eventually(cursor::close)
                  .eventually(statement::close);
            })
        .compose(done -> connection.preparedQuery(DONE).execute(key))
        .compose(done -> connection.preparedQuery(COUNT_RUN).execute(Tuple.of(appId)))
        .compose(rows -> windows.saw(appId, rows.iterator().next().getLong("runs"), pageViews))
        .map(taken.isAll ? Outcome.DONE : Outcome.MORE);
  }

  private Future<Void> readAll(Cursor cursor, List<StoredEvent> chunk) {
    return cursor
        .read(FETCH)
        .compose(
            rows -> {
              rows.forEach(row -> chunk.add(StoredEvent.read(row)));
              boolean more = cursor.hasMore();
              if (more && chunk.size() < CHUNK) {
                return readAll(cursor, chunk);
              }
              Future<Void> written = write(chunk);
              return more ? written.compose(done -> readAll(cursor, new ArrayList<>())) : written;
            });
  }

  private Future<Void> write(List<StoredEvent> events) {
    Set<String> names = events.stream().map(StoredEvent::name).collect(Collectors.toSet());
    return UsageProperties.read(connection, appId, names)
        .compose(
            known ->
                vertx
                    .executeBlocking(() -> fold(new HashMap<>(known), events), false)
                    .compose(
                        cells ->
                            UsageProperties.write(connection, appId, known)
                                .compose(done -> UsageRollups.add(connection, appId, cells))))
        .compose(done -> Sessions.add(connection, appId, pageViews(events)));
  }

  private static Map<Cell.Key, Cell> fold(Map<String, KnownEvent> known, List<StoredEvent> events) {
    Fold fold = new Fold(known);
    fold.add(events);
    return fold.cells;
  }

  private List<Session> pageViews(List<StoredEvent> events) {
    List<Session> views = new ArrayList<>();
    for (StoredEvent event : events) {
      if (event.isPageView()) {
        views.add(
            Session.of(
                event.key(),
                event.customerId(),
                event.sessionKey(),
                event.occurredAt(),
                String.valueOf(event.path())));
      }
    }
    windows.keepRecent(views, pageViews);
    return views;
  }
}
