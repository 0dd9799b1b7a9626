package dev.shopwire.sources.connections;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.connections.Connection.Backfill;
import dev.shopwire.sources.connections.Connection.Stop;
import dev.shopwire.sources.requests.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of connections. Methods run on the caller's event loop. */
public final class ConnectionTable {
  private static final String COLUMNS =
      """
      select app_id, workspace_id, revision, fetch_id, shown_id, dialect, parameters, since,
        interval_seconds, is_paused, stopped_code, stopped_message, stopped_answer, stopped_at, sync_at,
        rebuild_at, backfill_first, backfill_from, backfill_to, backfill_end,
        backfill_windows, backfill_windows_done, backfill_records, backfill_started_at,
        backfill_finished_at, created_at
      from partner_connections where app_id = $1
      """;
  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('partner_connection', $1))";
  private static final String INSERT =
      """
      insert into partner_connections
        (app_id, workspace_id, fetch_id, shown_id, dialect, parameters, since, interval_seconds,
         backfill_from, backfill_to, backfill_end, backfill_windows)
      values ($1, $2, $3, $3, $4, $5, $6, $7, $6, $8, $9, $10)
      """;
  private static final String REPLACE =
      """
      update partner_connections set
        fetch_id = $2, dialect = $3, parameters = $4, since = $5, interval_seconds = $6,
        backfill_first = true, backfill_from = $5, backfill_to = $7, backfill_end = $8,
        backfill_windows = $9, backfill_windows_done = 0, backfill_records = 0,
        backfill_started_at = now(), backfill_finished_at = null,
        stopped_code = null, stopped_message = null, stopped_answer = null, stopped_at = null,
        sync_at = null, rebuild_at = null, next_at = now(), updated_at = now(),
        revision = nextval('partner_revisions')
      where app_id = $1
      """;
  private static final String SET_INTERVAL =
      """
      update partner_connections set interval_seconds = $2, next_at = now(), updated_at = now()
      where app_id = $1
      """;
  private static final String PAUSE =
      """
      update partner_connections set is_paused = true, updated_at = now(),
        revision = nextval('partner_revisions')
      where app_id = $1
      """;
  private static final String RESUME =
      """
      update partner_connections set is_paused = false, stopped_code = null, stopped_message = null,
        stopped_answer = null, stopped_at = null, next_at = now(), updated_at = now(),
        revision = nextval('partner_revisions')
      where app_id = $1
      """;
  private static final String CLEAR_STOP =
      """
      update partner_connections set stopped_code = null, stopped_message = null, stopped_answer = null,
        stopped_at = null, next_at = now(), updated_at = now(), revision = nextval('partner_revisions')
      where app_id = $1
      """;
  private static final String REQUEST_SYNC =
      "update partner_connections set sync_at = clock_timestamp(), next_at = now() where app_id = $1";
  private static final String REQUEST_REBUILD =
      """
      update partner_connections set rebuild_at = clock_timestamp(), next_at = now(), updated_at = now()
      where app_id = $1
      """;
  // A new revision ends the pass of a backfill that this one replaces.
  private static final String REQUEST_BACKFILL =
      """
      update partner_connections set backfill_first = false, backfill_from = $2, backfill_to = $3,
        backfill_end = $4, backfill_windows = $5, backfill_windows_done = 0, backfill_records = 0,
        backfill_started_at = now(), backfill_finished_at = null, next_at = now(), updated_at = now(),
        revision = nextval('partner_revisions')
      where app_id = $1
      """;
  private static final String DELETE = "delete from partner_connections where app_id = $1";
  private static final String STOP =
      """
      update partner_connections set stopped_code = $3, stopped_message = $4, stopped_answer = $5,
        stopped_at = now(), updated_at = now(), revision = nextval('partner_revisions')
      where app_id = $1 and revision = $2
      """;
  private static final String WAIT =
      """
      update partner_connections set
        next_at = case when sync_at is not distinct from $3 and rebuild_at is null
          then $2 else now() end,
        sync_at = case when sync_at is not distinct from $3 then null else sync_at end
      where app_id = $1
      """;
  private static final String BACKFILLED =
      """
      update partner_connections set backfill_windows_done = backfill_windows_done + $2,
        backfill_records = backfill_records + $3
      where app_id = $1
      """;
  private static final String END_BACKFILL =
      """
      update partner_connections set backfill_finished_at = now(), shown_id = fetch_id,
        backfill_windows_done = backfill_windows
      where app_id = $1 and backfill_finished_at is null
      """;
  private static final String SHOW_REBUILT =
      """
      update partner_connections set fetch_id = $2, shown_id = $2, rebuild_at = null,
        revision = nextval('partner_revisions'), next_at = now()
      where app_id = $1
      """;
  private static final String END_REBUILD =
      "update partner_connections set rebuild_at = null where app_id = $1";
  private static final String NOW = "select clock_timestamp() as now";

  private ConnectionTable() {}

  /** PostgreSQL's time. */
  public static Future<Instant> now(SqlClient client) {
    return client
        .preparedQuery(NOW)
        .execute()
        .map(rows -> rows.iterator().next().getOffsetDateTime("now").toInstant());
  }

  public static Future<Optional<Connection>> find(SqlClient client, long appId) {
    return client
        .preparedQuery(COLUMNS)
        .execute(Tuple.of(appId))
        .map(rows -> Rows.first(rows, ConnectionTable::read));
  }

  /** Makes other changes of the app's connection wait for the end of the transaction. */
  static Future<Void> lock(SqlClient client, long appId) {
    return client.preparedQuery(LOCK).execute(Tuple.of(appId)).mapEmpty();
  }

  /**
   * What a connection is made of.
   *
   * @param now the end of its first backfill
   * @param windows of the first backfill
   */
  record Draft(
      String dialect,
      Map<String, String> parameters,
      LocalDate since,
      int intervalSeconds,
      Instant now,
      int windows) {
    LocalDate today() {
      return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }
  }

  static Future<Void> insert(
      SqlClient client, long appId, long workspaceId, long fetchId, Draft draft) {
    return update(
        client,
        INSERT,
        Tuple.of(appId, workspaceId, fetchId, draft.dialect())
            .addValue(json(draft.parameters()))
            .addLocalDate(draft.since())
            .addInteger(draft.intervalSeconds())
            .addLocalDate(draft.today())
            .addOffsetDateTime(utc(draft.now()))
            .addInteger(draft.windows()));
  }

  /** Begins to fetch something else; what is shown stays. */
  static Future<Void> replace(SqlClient client, long appId, long fetchId, Draft draft) {
    return update(
        client,
        REPLACE,
        Tuple.of(appId, fetchId, draft.dialect())
            .addValue(json(draft.parameters()))
            .addLocalDate(draft.since())
            .addInteger(draft.intervalSeconds())
            .addLocalDate(draft.today())
            .addOffsetDateTime(utc(draft.now()))
            .addInteger(draft.windows()));
  }

  static Future<Void> setInterval(SqlClient client, long appId, int seconds) {
    return update(client, SET_INTERVAL, Tuple.of(appId, seconds));
  }

  static Future<Void> pause(SqlClient client, long appId) {
    return update(client, PAUSE, Tuple.of(appId));
  }

  /** Ends a pause and a stop. */
  static Future<Void> resume(SqlClient client, long appId) {
    return update(client, RESUME, Tuple.of(appId));
  }

  /** Ends a stop; also makes the poller read the secrets again. */
  static Future<Void> clearStop(SqlClient client, long appId) {
    return update(client, CLEAR_STOP, Tuple.of(appId));
  }

  static Future<Void> requestSync(SqlClient client, long appId) {
    return update(client, REQUEST_SYNC, Tuple.of(appId));
  }

  static Future<Void> requestRebuild(SqlClient client, long appId) {
    return update(client, REQUEST_REBUILD, Tuple.of(appId));
  }

  /**
   * @param end when the backfill ends on its last day
   */
  static Future<Void> requestBackfill(
      SqlClient client, long appId, LocalDate from, LocalDate to, Instant end, int windows) {
    return update(
        client,
        REQUEST_BACKFILL,
        Tuple.tuple()
            .addLong(appId)
            .addLocalDate(from)
            .addLocalDate(to)
            .addOffsetDateTime(utc(end))
            .addInteger(windows));
  }

  static Future<Void> delete(SqlClient client, long appId) {
    return update(client, DELETE, Tuple.of(appId));
  }

  /** Ends polling, unless the connection was changed meanwhile. */
  public static Future<Void> stop(SqlClient client, Connection connection, Problem problem) {
    return update(
        client,
        STOP,
        Tuple.of(connection.appId(), connection.revision(), problem.code(), problem.message())
            .addString(problem.answer()));
  }

  /**
   * Nothing is to be done before {@code next}, unless a rebuild or another sync was requested since
   * the connection was read. The time of a request is before its commit: it does not show whether
   * the request was seen.
   *
   * @param connection as it was read before its streams
   */
  public static Future<Void> await(SqlClient client, Connection connection, Instant next) {
    return update(
        client,
        WAIT,
        Tuple.of(connection.appId(), utc(next))
            .addOffsetDateTime(connection.syncAt().map(ConnectionTable::utc).orElse(null)));
  }

  /** Counts windows of the backfill, and the records that were read in them. */
  public static Future<Void> backfilled(SqlClient client, long appId, int windows, long records) {
    return update(client, BACKFILLED, Tuple.of(appId, windows, records));
  }

  /** Ends the backfill; what is fetched is what counts from now on. */
  public static Future<Void> endBackfill(SqlClient client, long appId) {
    return update(client, END_BACKFILL, Tuple.of(appId));
  }

  /** Shows what was mapped again. */
  public static Future<Void> showRebuilt(SqlClient client, long appId, long fetchId) {
    return update(client, SHOW_REBUILT, Tuple.of(appId, fetchId));
  }

  /** Ends a rebuild of which there is nothing to show. */
  public static Future<Void> endRebuild(SqlClient client, long appId) {
    return update(client, END_REBUILD, Tuple.of(appId));
  }

  private static Future<Void> update(SqlClient client, String sql, Tuple parameters) {
    return client.preparedQuery(sql).execute(parameters).mapEmpty();
  }

  private static JsonObject json(Map<String, String> parameters) {
    JsonObject json = new JsonObject();
    parameters.forEach(json::put);
    return json;
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static Connection read(Row row) {
    Map<String, String> parameters = new HashMap<>();
    row.getJsonObject("parameters")
        .forEach(entry -> parameters.put(entry.getKey(), String.valueOf(entry.getValue())));
    return new Connection(
        row.getLong("app_id"),
        row.getLong("workspace_id"),
        row.getLong("revision"),
        row.getLong("fetch_id"),
        row.getLong("shown_id"),
        row.getString("dialect"),
        parameters,
        row.getLocalDate("since"),
        row.getInteger("interval_seconds"),
        row.getBoolean("is_paused"),
        Optional.ofNullable(row.getString("stopped_code")).map(code -> stop(code, row)),
        instant(row, "sync_at"),
        instant(row, "rebuild_at"),
        new Backfill(
            row.getBoolean("backfill_first"),
            row.getLocalDate("backfill_from"),
            row.getLocalDate("backfill_to"),
            row.getOffsetDateTime("backfill_end").toInstant(),
            row.getInteger("backfill_windows"),
            row.getInteger("backfill_windows_done"),
            row.getLong("backfill_records"),
            row.getOffsetDateTime("backfill_started_at").toInstant(),
            instant(row, "backfill_finished_at")),
        row.getOffsetDateTime("created_at").toInstant());
  }

  private static Stop stop(String code, Row row) {
    return new Stop(
        new Problem(code, row.getString("stopped_message"), row.getString("stopped_answer")),
        row.getOffsetDateTime("stopped_at").toInstant());
  }

  private static Optional<Instant> instant(Row row, String column) {
    @Nullable OffsetDateTime time = row.getOffsetDateTime(column);
    return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
  }
}
