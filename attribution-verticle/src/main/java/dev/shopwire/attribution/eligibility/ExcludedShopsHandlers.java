package dev.shopwire.attribution.eligibility;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.ShopDomain;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;

/**
 * Handles the console's requests for the shops that an app excludes (docs/api/attribution.md). Not
 * thread-safe; use from one event loop.
 */
public final class ExcludedShopsHandlers {
  private static final int MAX_SHOPS = 10_000;

  private static final String SHOW =
      """
      select array(select x.domain from excluded_shops x
        where x.workspace_id = a.workspace_id and x.app_id = a.id order by x.domain) as shops
      from tenancy_apps a where a.id = $1
      """;
  // Serializes concurrent replacements of the list.
  private static final String LOCK_APP =
      "select id, workspace_id, name from tenancy_apps where id = $1 for no key update";
  private static final String CLEAR =
      "delete from excluded_shops where workspace_id = $1 and app_id = $2";
  private static final String EXCLUDE =
      """
      insert into excluded_shops (workspace_id, app_id, domain) select $1, $2, unnest($3::text[])
      """;

  private final Pool pool;
  private final ShopDomain domains;

  public ExcludedShopsHandlers(Pool pool, ShopDomain domains) {
    this.pool = pool;
    this.domains = domains;
  }

  /** An app whose list is replaced. */
  record App(long workspaceId, long id, String name) {
    private static App read(Row row) {
      return new App(row.getLong("workspace_id"), row.getLong("id"), row.getString("name"));
    }
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return find(pool, request.id()).map(shops -> JsonResponse.of(Map.of("shops", shops)));
  }

  private static Future<List<String>> find(SqlClient client, long appId) {
    return client
        .preparedQuery(SHOW)
        .execute(Tuple.of(appId))
        .map(
            rows ->
                Rows.first(rows, row -> List.of(row.getArrayOfStrings("shops")))
                    .orElseThrow(() -> Failure.notFound("app")));
  }

  /** Replaces the complete list, by domain; existing credits stay. */
  public Future<JsonResponse> replace(AdminRequest request) {
    return change(request, (stored, given) -> given);
  }

  /** Adds some shops, so that two who do that at once don't overwrite each other's. */
  public Future<JsonResponse> add(AdminRequest request) {
    return change(
        request,
        (stored, given) -> {
          Set<String> all = new TreeSet<>(stored);
          all.addAll(given);
          if (all.size() > MAX_SHOPS) {
            throw Failure.invalid(
                "/shops",
                "too_many",
                "shops can be at most %d together with those that are excluded already, got %d"
                    .formatted(MAX_SHOPS, all.size()));
          }
          return all;
        });
  }

  /** Removes some shops; those that are not excluded are ignored. */
  public Future<JsonResponse> remove(AdminRequest request) {
    return change(
        request,
        (stored, given) -> {
          Set<String> rest = new TreeSet<>(stored);
          rest.removeAll(given);
          return rest;
        });
  }

  /**
   * @param result the new list, of the stored one and the shops of the request
   */
  private Future<JsonResponse> change(AdminRequest request, BinaryOperator<Set<String>> result) {
    Set<String> given = readShops(request);
    return Transactions.run(
        pool,
        connection ->
            lock(connection, request.id())
                .compose(app -> change(connection, request.caller(), app, given, result))
                .compose(changed -> find(connection, request.id()))
                .map(stored -> JsonResponse.of(Map.of("shops", stored))));
  }

  private static Future<App> lock(SqlConnection connection, long appId) {
    return connection
        .preparedQuery(LOCK_APP)
        .execute(Tuple.of(appId))
        .map(rows -> Rows.first(rows, App::read).orElseThrow(() -> Failure.notFound("app")));
  }

  private static Future<Void> change(
      SqlConnection connection,
      Caller caller,
      App app,
      Set<String> given,
      BinaryOperator<Set<String>> result) {
    return find(connection, app.id())
        .compose(
            stored -> {
              Set<String> before = new TreeSet<>(stored);
              Set<String> after = result.apply(before, given);
              return before.equals(after)
                  ? Future.succeededFuture()
                  : write(connection, caller, app, before, after);
            });
  }

  private static Future<Void> write(
      SqlConnection connection, Caller caller, App app, Set<String> before, Set<String> after) {
    return connection
        .preparedQuery(CLEAR)
        .execute(Tuple.of(app.workspaceId(), app.id()))
        .compose(
            cleared ->
                connection
                    .preparedQuery(EXCLUDE)
                    .execute(
                        Tuple.of(app.workspaceId(), app.id())
                            .addArrayOfString(after.toArray(String[]::new))))
        .compose(
            written ->
                AuditLog.write(
                    connection,
                    caller.in(app.workspaceId()),
                    ExclusionAudit.replaced(app, before, after)));
  }

  private Set<String> readShops(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    JsonNode given = input.value("shops");
    if (!given.isArray() || given.size() > MAX_SHOPS) {
      input.addError(
          "shops", "invalid_type", "must be an array of up to " + MAX_SHOPS + " domains");
    }
    Set<String> shops = new TreeSet<>();
    int size = given.isArray() ? given.size() : 0;
    for (int i = 0; i < size && input.errors().size() < MAX_SHOPS; i++) {
      // Anything but a string is not a valid host name either.
      JsonNode shop = given.get(i);
      ShopDomain.Checked checked = domains.check(shop.isTextual() ? shop.textValue() : "");
      int index = i;
      checked
          .problem()
          .ifPresentOrElse(
              problem ->
                  input.addItemError("shops", index, "invalid_domain", "The domain " + problem),
              () -> shops.add(checked.domain()));
    }
    input.throwIfInvalid();
    return shops;
  }
}
