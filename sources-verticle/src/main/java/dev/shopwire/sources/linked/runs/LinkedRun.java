package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.json.Times;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run of a linked query.
 *
 * @param targetId of a rollback: the run after which values are to be as they were, 0 for before
 *     the first
 * @param badRows numbers by code
 * @param guard empty until its differences stand
 */
public record LinkedRun(
    long workspaceId,
    long id,
    long queryId,
    long databaseId,
    RunKind kind,
    RunStatus status,
    Moments times,
    long targetId,
    long rows,
    JsonObject badRows,
    Changes changes,
    long removedRows,
    Optional<GuardCheck> guard,
    Optional<RunError> error) {
  static final String COLUMNS =
      """
      r.workspace_id, r.id, r.query_id, r.database_id, r.kind, r.status, r.started_at, r.read_at,
      r.finished_at, coalesce(r.target_id, 0) as target_id, r.row_count, r.bad_rows, r.customers,
      r.set_count, r.changed_count, r.unset_count, r.unchanged, r.removed_rows, r.affected, r.base,
      r.guard_percent, r.guard_limit, r.error_code, r.error_message
      """;

  /** When it began, when all of its rows had been read, and when it was over. */
  public record Moments(Instant started, Optional<Instant> read, Optional<Instant> finished) {}

  /**
   * How it differs from the values before.
   *
   * @param customers that differ
   * @param unchanged good rows that don't differ
   */
  public record Changes(long customers, long set, long changed, long unset, long unchanged) {}

  /**
   * What the guard has found.
   *
   * @param affected customers that lose a value
   * @param base customers that had one
   * @param limit how many may be affected
   */
  public record GuardCheck(long affected, long base, int percent, long limit) {}

  /** Why it failed. */
  public record RunError(String code, String message) {}

  static LinkedRun read(Row row) {
    Long affected = row.getLong("affected");
    String error = row.getString("error_code");
    return new LinkedRun(
        row.getLong("workspace_id"),
        row.getLong("id"),
        row.getLong("query_id"),
        row.getLong("database_id"),
        RunKind.of(row.getString("kind")),
        RunStatus.of(row.getString("status")),
        new Moments(
            row.getOffsetDateTime("started_at").toInstant(),
            instant(row, "read_at"),
            instant(row, "finished_at")),
        row.getLong("target_id"),
        row.getLong("row_count"),
        row.getJsonObject("bad_rows"),
        new Changes(
            row.getLong("customers"),
            row.getLong("set_count"),
            row.getLong("changed_count"),
            row.getLong("unset_count"),
            row.getLong("unchanged")),
        row.getLong("removed_rows"),
        affected == null
            ? Optional.empty()
            : Optional.of(
                new GuardCheck(
                    affected,
                    row.getLong("base"),
                    row.getInteger("guard_percent"),
                    row.getLong("guard_limit"))),
        error == null
            ? Optional.empty()
            : Optional.of(new RunError(error, row.getString("error_message"))));
  }

  private static Optional<Instant> instant(Row row, String column) {
    return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
  }

  /** As in the API. */
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.put("queryId", Long.toString(queryId));
    json.put("kind", kind.id());
    json.put("status", status.id());
    json.put("startedAt", Times.format(times.started()));
    json.put("readAt", times.read().map(Times::format).orElse(null));
    json.put("finishedAt", times.finished().map(Times::format).orElse(null));
    json.put("rows", rows);
    json.put("badRows", badRows.getMap());
    json.put("changes", json(changes));
    json.put("removedRows", removedRows);
    json.put("guard", guard.map(LinkedRun::json).orElse(null));
    json.put("error", error.map(LinkedRun::json).orElse(null));
    return json;
  }

  private static Map<String, Object> json(Changes changes) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("customers", changes.customers());
    json.put("set", changes.set());
    json.put("changed", changes.changed());
    json.put("unset", changes.unset());
    json.put("unchanged", changes.unchanged());
    return json;
  }

  private static Map<String, Object> json(GuardCheck guard) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("affected", guard.affected());
    json.put("base", guard.base());
    json.put("percent", guard.percent());
    json.put("limit", guard.limit());
    return json;
  }

  private static Map<String, Object> json(RunError error) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("code", error.code());
    json.put("message", error.message());
    return json;
  }
}
