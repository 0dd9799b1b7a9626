package dev.shopwire.attribution.eligibility;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.ShopDomain;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Handles the console's requests for the rules of affiliate programs (docs/api/attribution.md). Not
 * thread-safe; use from one event loop.
 */
public final class EligibilityHandlers {
  private static final int MAX_SHOPS = 10_000;

  private static final String SHOW_SETTINGS =
      """
      select coalesce(s.self_referral, 'refuse') as self_referral
      from tenancy_workspaces w left join attribution_settings s on s.workspace_id = w.id where w.id = $1
      """;
  private static final String CHANGE_SETTINGS =
      """
      insert into attribution_settings (workspace_id, self_referral)
      select id, $2 from tenancy_workspaces where id = $1
      on conflict (workspace_id) do update set self_referral = excluded.self_referral
      """;
  private static final String SHOW_EXCLUDED =
      """
      select array(select x.domain from excluded_shops x
        where x.workspace_id = a.workspace_id and x.app_id = a.id order by x.domain) as shops
      from tenancy_apps a where a.id = $1
      """;
  // Serializes concurrent replacements of the list.
  private static final String LOCK_APP =
      "select id from tenancy_apps where id = $1 for no key update";
  private static final String CLEAR_EXCLUDED =
      """
      delete from excluded_shops
      where app_id = $1 and workspace_id = (select workspace_id from tenancy_apps where id = $1)
      """;
  private static final String EXCLUDE =
      """
      insert into excluded_shops (workspace_id, app_id, domain)
      select workspace_id, id, unnest($2::text[]) from tenancy_apps where id = $1
      on conflict do nothing
      """;

  private final Pool pool;
  private final ShopDomain domains;

  public EligibilityHandlers(Pool pool, ShopDomain domains) {
    this.pool = pool;
    this.domains = domains;
  }

  public Future<JsonResponse> showSettings(AdminRequest request) {
    return pool.preparedQuery(SHOW_SETTINGS)
        .execute(Tuple.of(request.id()))
        .map(rows -> firstRow(rows, "workspace").getString("self_referral"))
        .map(
            selfReferral ->
                JsonResponse.of(
                    Map.of("attributionSettings", Map.of("selfReferral", selfReferral))));
  }

  /** Sets whether a self-referral is refused, or credited and marked in the log. */
  public Future<JsonResponse> changeSettings(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    String selfReferral = input.requiredString("selfReferral", 20, "refuse|flag", "refuse or flag");
    input.throwIfInvalid();
    return pool.preparedQuery(CHANGE_SETTINGS)
        .execute(Tuple.of(request.id(), selfReferral))
        .compose(changed -> showSettings(request));
  }

  public Future<JsonResponse> showExcluded(AdminRequest request) {
    return excluded(pool, request.id());
  }

  private static Future<JsonResponse> excluded(SqlClient client, long appId) {
    return client
        .preparedQuery(SHOW_EXCLUDED)
        .execute(Tuple.of(appId))
        .map(
            rows ->
                JsonResponse.of(Map.of("shops", firstRow(rows, "app").getArrayOfStrings("shops"))));
  }

  /** Replaces the complete list, by domain; existing credits stay. */
  public Future<JsonResponse> replaceExcluded(AdminRequest request) {
    String[] shops = readShops(request);
    long appId = request.id();
    return Transactions.run(
        pool,
        connection ->
            connection
                .preparedQuery(LOCK_APP)
                .execute(Tuple.of(appId))
                .compose(
                    locked -> connection.preparedQuery(CLEAR_EXCLUDED).execute(Tuple.of(appId)))
                .compose(
                    cleared ->
                        connection
                            .preparedQuery(EXCLUDE)
                            .execute(Tuple.of(appId).addArrayOfString(shops)))
                .compose(written -> excluded(connection, appId)));
  }

  private String[] readShops(AdminRequest request) {
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
    return shops.toArray(String[]::new);
  }

  private static Row firstRow(RowSet<Row> rows, String what) {
    if (rows.size() == 0) {
      throw Failure.notFound(what);
    }
    return rows.iterator().next();
  }
}
