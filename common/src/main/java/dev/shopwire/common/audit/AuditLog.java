package dev.shopwire.common.audit;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.json.Json;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The table of the audit log. Rows are written in the transaction of the change they record, so
 * that there is a row if and only if the change was made. A trigger rejects updates and deletions.
 * Methods run on the caller's event loop.
 */
public final class AuditLog {
  private static final String INSERT =
      """
      insert into audit_log
        (workspace_id, actor_type, actor_id, actor_name, action, object_type, object_id, object_name,
         before, after, address, request_id)
      values (nullif($1, 0::bigint), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      """;

  private AuditLog() {}

  /**
   * Adds a row in the open transaction of {@code connection}.
   *
   * @param caller who made the change; its workspace is the row's
   */
  public static Future<Void> write(SqlClient connection, Caller caller, AuditEntry entry) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.tuple()
                .addLong(caller.workspaceId())
                .addString(caller.actor().type().id())
                .addString(caller.actor().id())
                .addString(caller.actor().name())
                .addString(entry.action())
                .addString(entry.object().type())
                .addString(entry.object().id())
                .addString(entry.object().name())
                .addValue(json(entry.before()))
                .addValue(json(entry.after()))
                .addString(caller.address())
                .addString(caller.requestId()))
        .mapEmpty();
  }

  /** Adds a row if something changed. */
  public static Future<Void> write(
      SqlClient connection, Caller caller, Optional<AuditEntry> entry) {
    return entry
        .map(changed -> write(connection, caller, changed))
        .orElseGet(Future::succeededFuture);
  }

  private static @Nullable JsonObject json(@Nullable Map<String, @Nullable Object> fields) {
    return fields == null ? null : new JsonObject(Json.MAPPER.valueToTree(fields).toString());
  }
}
