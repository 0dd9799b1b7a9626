package dev.shopwire.console.tenants;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.common.tenancy.ApiKeys;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.common.tenancy.Workspaces.App;
import dev.shopwire.console.PageParameters;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates, lists and revokes API keys. Each write and its row of the audit log, which never has a
 * secret or its hash, are one transaction. Results are values to be serialized. Not thread-safe;
 * use from one event loop.
 */
public final class KeyRequests {
  private static final int NAME_LENGTH = 100;
  private static final int MAX_RATE = 1_000_000_000;

  private final Pool pool;

  public KeyRequests(Pool pool) {
    this.pool = pool;
  }

  public Future<Map<String, @Nullable Object>> create(Caller caller, long appId, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String name = input.requiredString("name", NAME_LENGTH);
    JsonInput limits = input.optionalObject("limits");
    Optional<Integer> requests = limits.optionalPositiveInt("requestsPerSecond", MAX_RATE);
    Optional<Integer> events = limits.optionalPositiveInt("eventsPerSecond", MAX_RATE);
    input.throwIfInvalid();
    ApiKey secret = ApiKey.generate();
    ApiKeys.Listed key =
        new ApiKeys.Listed(secret.id(), name, secret.prefix(), requests, events, false);
    return Transactions.run(pool, connection -> create(connection, caller, appId, key, secret))
        .map(
            created ->
                Map.<String, @Nullable Object>of("key", json(key), "secret", secret.reveal()));
  }

  private static Future<Void> create(
      SqlConnection connection, Caller caller, long appId, ApiKeys.Listed key, ApiKey secret) {
    return new Workspaces(connection)
        .findApp(appId)
        .compose(
            owned ->
                new ApiKeys(connection)
                    .create(
                        appId, key.name(), secret, key.requestsPerSecond(), key.eventsPerSecond())
                    .compose(
                        created ->
                            AuditLog.write(
                                connection,
                                caller.in(owned.workspaceId()),
                                AuditEntry.created(
                                    "key.created", object(key), fields(owned.app(), key)))));
  }

  private static Map<String, @Nullable Object> fields(App app, ApiKeys.Listed key) {
    Map<String, @Nullable Object> fields = json(key);
    fields.remove("id");
    fields.put("app", Map.of("id", app.id(), "slug", app.slug()));
    return fields;
  }

  public Future<Map<String, @Nullable Object>> list(long appId, PageParameters page) {
    return new Workspaces(pool)
        .findApp(appId)
        .compose(
            app -> new ApiKeys(pool).list(appId, page.after(ApiKey.ID_FORM), page.queryLimit()))
        .map(
            rows ->
                page.toResponse(
                    "keys",
                    rows.stream().map(KeyRequests::json).toList(),
                    key -> String.valueOf(key.get("id"))));
  }

  /** Revokes a key permanently, effective everywhere within a second (docs/api/README.md). */
  public Future<JsonResponse> revoke(Caller caller, long appId, String keyId) {
    return Transactions.run(
            pool,
            connection ->
                new Workspaces(connection)
                    .findApp(appId)
                    .compose(
                        owned -> revoke(connection, caller.in(owned.workspaceId()), appId, keyId)))
        .map(revoked -> JsonResponse.success());
  }

  private static Future<Void> revoke(
      SqlConnection connection, Caller caller, long appId, String keyId) {
    ApiKeys keys = new ApiKeys(connection);
    return keys.revoke(appId, keyId)
        .compose(
            revoked ->
                keys.find(appId, keyId)
                    .map(found -> found.orElseThrow(() -> Failure.notFound("key")))
                    .compose(
                        key ->
                            revoked
                                ? AuditLog.write(connection, caller, revoked(key))
                                : Future.succeededFuture()));
  }

  private static AuditEntry revoked(ApiKeys.Listed key) {
    return new AuditEntry(
        "key.revoked", object(key), Map.of("revoked", false), Map.of("revoked", true));
  }

  private static AuditObject object(ApiKeys.Listed key) {
    return new AuditObject("key", key.id(), key.name());
  }

  static Map<String, @Nullable Object> json(ApiKeys.Listed key) {
    // The key's own limits only; for the others the configured defaults apply.
    Map<String, Integer> limits = new LinkedHashMap<>();
    key.requestsPerSecond().ifPresent(rate -> limits.put("requestsPerSecond", rate));
    key.eventsPerSecond().ifPresent(rate -> limits.put("eventsPerSecond", rate));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", key.id());
    json.put("name", key.name());
    json.put("prefix", key.prefix());
    json.put("revoked", key.revoked());
    json.put("limits", limits);
    return json;
  }
}
