package dev.shopwire.automation.segments;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.ShopRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads customers as lists of them show them. Methods run on the caller's event loop. */
public final class CustomerRows {
  /** What {@link #json} reads, of {@code c} and {@code n}. */
  static final String COLUMNS = "c.id, c.domain, n.name, n.email, c.first_seen_at, c.last_seen_at";

  // "offset 0" keeps the planner from reading all customers, should it expect more ids.
  private static final String BY_IDS =
      """
      select %s
      from unnest($2::bigint[]) k (id)
      cross join lateral (
        select * from tenancy_customers o where o.workspace_id = $1 and o.id = k.id offset 0
      ) c
      left join lateral (
        select * from customer_names o where o.workspace_id = $1 and o.customer_id = k.id offset 0
      ) n on true
      order by c.id
      """
          .formatted(COLUMNS);
  private static final String DOMAINS =
      "select id, domain from tenancy_customers where workspace_id = $1 and id = any($2::bigint[])";
  private static final String FIND_ID =
      "select id, domain from tenancy_customers where workspace_id = $1 and id = $2";
  private static final String FIND_DOMAIN =
      "select id, domain from tenancy_customers where workspace_id = $1 and domain = $2";
  private static final int MAX_REFERENCE = 253;
  private static final ShopDomain ANY_DOMAIN = new ShopDomain(Optional.empty());

  private CustomerRows() {}

  /** A customer's id and domain. */
  public record Found(long id, String domain) {}

  /** The JSON of customers by ascending id. */
  static Future<List<Map<String, @Nullable Object>>> byIds(
      SqlClient client, long workspaceId, Collection<Long> ids) {
    return client
        .preparedQuery(BY_IDS)
        .execute(Tuple.of(workspaceId).addArrayOfLong(ids.toArray(Long[]::new)))
        .map(rows -> Rows.list(rows, CustomerRows::json));
  }

  /** The domains of customers by their ids. */
  public static Future<Map<Long, String>> domains(
      SqlClient client, long workspaceId, Collection<Long> ids) {
    return client
        .preparedQuery(DOMAINS)
        .execute(Tuple.of(workspaceId).addArrayOfLong(ids.toArray(Long[]::new)))
        .map(
            rows -> {
              Map<Long, String> domains = new HashMap<>();
              rows.forEach(row -> domains.put(row.getLong("id"), row.getString("domain")));
              return domains;
            });
  }

  static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", CustomerId.of(row.getLong("id")));
    json.put("myplatformDomain", row.getString("domain"));
    json.put("name", row.getString("name"));
    json.put("email", row.getString("email"));
    json.put("firstSeenAt", Times.format(row.getOffsetDateTime("first_seen_at")));
    json.put("lastSeenAt", Times.format(row.getOffsetDateTime("last_seen_at")));
    return json;
  }

  /**
   * A reference to a customer by id or domain.
   *
   * @return with a problem if it is neither
   */
  public static ShopRef reference(String text) {
    return ShopRef.of(text, true, ANY_DOMAIN);
  }

  /** The same in a query parameter, with faults recorded there; empty without one. */
  public static Optional<ShopRef> parameter(Query query, String name) {
    Optional<ShopRef> given = query.text(name, MAX_REFERENCE).map(CustomerRows::reference);
    given
        .flatMap(ShopRef::problem)
        .ifPresent(problem -> query.addError(name, problem.code(), problem.message()));
    return given;
  }

  /** Fails with 404 if the workspace has no such customer. */
  public static Future<Found> require(SqlClient client, long workspaceId, ShopRef customer) {
    return client
        .preparedQuery(customer.customerId().isPresent() ? FIND_ID : FIND_DOMAIN)
        .execute(
            customer
                .customerId()
                .map(id -> Tuple.of(workspaceId, id))
                .orElseGet(() -> Tuple.of(workspaceId, customer.domain())))
        .map(
            rows ->
                Rows.first(rows, row -> new Found(row.getLong("id"), row.getString("domain")))
                    .orElseThrow(() -> Failure.notFound("customer")));
  }
}
