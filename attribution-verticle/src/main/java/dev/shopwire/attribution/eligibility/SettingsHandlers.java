package dev.shopwire.attribution.eligibility;

import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests for a workspace's attribution settings (docs/api/attribution.md).
 * Not thread-safe; use from one event loop.
 */
public final class SettingsHandlers {
  private static final String SHOW =
      """
      select coalesce(s.self_referral, 'refuse') as self_referral
      from tenancy_workspaces w left join attribution_settings s on s.workspace_id = w.id where w.id = $1
      """;
  // Serializes concurrent changes.
  private static final String LOCK_WORKSPACE =
      "select id from tenancy_workspaces where id = $1 for no key update";
  private static final String CHANGE =
      """
      insert into attribution_settings (workspace_id, self_referral) values ($1, $2)
      on conflict (workspace_id) do update set self_referral = excluded.self_referral
      """;

  private final Pool pool;

  public SettingsHandlers(Pool pool) {
    this.pool = pool;
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return find(pool, request.id()).map(SettingsHandlers::response);
  }

  /** Sets whether a self-referral is refused, or credited and marked in the log. */
  public Future<JsonResponse> change(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    String selfReferral = input.requiredString("selfReferral", 20, "refuse|flag", "refuse or flag");
    input.throwIfInvalid();
    return Transactions.run(pool, connection -> change(connection, request, selfReferral))
        .map(changed -> response(selfReferral));
  }

  private static Future<Void> change(
      SqlConnection connection, AdminRequest request, String selfReferral) {
    long workspaceId = request.id();
    return connection
        .preparedQuery(LOCK_WORKSPACE)
        .execute(Tuple.of(workspaceId))
        .compose(locked -> find(connection, workspaceId))
        .compose(
            stored ->
                connection
                    .preparedQuery(CHANGE)
                    .execute(Tuple.of(workspaceId, selfReferral))
                    .compose(
                        changed ->
                            AuditLog.write(
                                connection,
                                request.caller().in(workspaceId),
                                audit(workspaceId, stored, selfReferral))));
  }

  private static Future<String> find(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(SHOW)
        .execute(Tuple.of(workspaceId))
        .map(
            rows ->
                Rows.first(rows, row -> row.getString("self_referral"))
                    .orElseThrow(() -> Failure.notFound("workspace")));
  }

  /** Empty if nothing changed. */
  private static Optional<AuditEntry> audit(long workspaceId, String before, String after) {
    return AuditEntry.changed(
        "attribution_settings.changed",
        new AuditObject("attribution_settings", Long.toString(workspaceId), null),
        json(before),
        json(after));
  }

  private static JsonResponse response(String selfReferral) {
    return JsonResponse.of(Map.of("attributionSettings", json(selfReferral)));
  }

  private static Map<String, @Nullable Object> json(String selfReferral) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("selfReferral", selfReferral);
    return json;
  }
}
