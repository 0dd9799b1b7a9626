package dev.shopwire.sources.linked;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.common.tenancy.ShopDomain;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the customers that the keys of rows name. Runs on the caller's event loop. */
public record RowKeys(KeyKind kind, ShopDomain domains) {
  /** Of a key, in characters; a longer one is bad. */
  public static final int MAX_LENGTH = 300;

  public static final RowProblem DUPLICATE =
      new RowProblem("duplicate_key", "Another row has the same key");
  public static final RowProblem UNKNOWN =
      new RowProblem("unknown_customer", "The workspace has no such customer");

  private static final String BY_DOMAIN =
      "select id, domain from tenancy_customers where workspace_id = $1 and domain = any ($2)";
  private static final String BY_ID =
      "select id, domain from tenancy_customers where workspace_id = $1 and id = any ($2)";

  /** A customer of the workspace. */
  public record Customer(long id, String domain) {}

  /** What a key names: a customer, or the reason why not. */
  public record Match(Optional<Customer> customer, Optional<RowProblem> problem) {
    private static Match of(RowProblem problem) {
      return new Match(Optional.empty(), Optional.of(problem));
    }
  }

  /** The match of each key, in their order. */
  Future<List<Match>> match(SqlClient client, long workspaceId, List<@Nullable String> keys) {
    List<Optional<String>> normal = new ArrayList<>();
    Map<String, Integer> rows = new HashMap<>();
    for (String key : keys) {
      Optional<String> found = key == null ? Optional.empty() : normalized(key);
      normal.add(found);
      found.ifPresent(text -> rows.merge(text, 1, Integer::sum));
    }
    return customers(client, workspaceId, List.copyOf(rows.keySet()))
        .map(
            customers -> {
              List<Match> matches = new ArrayList<>();
              for (int i = 0; i < keys.size(); i++) {
                matches.add(match(keys.get(i), normal.get(i), rows, customers));
              }
              return matches;
            });
  }

  /** Why a key names no customer whatever customers there are. */
  public RowProblem unusable(@Nullable String key) {
    if (key == null) {
      return new RowProblem("null_key", "The key is null");
    }
    return new RowProblem(
        "bad_key",
        kind == KeyKind.DOMAIN ? "The key is not a shop's domain" : "The key is not a customer id");
  }

  private Match match(
      @Nullable String key,
      Optional<String> normal,
      Map<String, Integer> rows,
      Map<String, Customer> customers) {
    if (normal.isEmpty()) {
      return Match.of(unusable(key));
    }
    if (rows.getOrDefault(normal.get(), 0) > 1) {
      return Match.of(DUPLICATE);
    }
    Customer customer = customers.get(normal.get());
    return customer == null
        ? Match.of(UNKNOWN)
        : new Match(Optional.of(customer), Optional.empty());
  }

  /** The domain, or the digits of the id; empty if the key can't be one. */
  public Optional<String> normalized(String key) {
    if (kind == KeyKind.CUSTOMER_ID) {
      return CustomerId.parse(key.strip()).map(id -> Long.toString(id));
    }
    ShopDomain.Checked checked = domains.check(key);
    return checked.problem().isPresent() ? Optional.empty() : Optional.of(checked.domain());
  }

  /** Customers by their normalized keys. */
  private Future<Map<String, Customer>> customers(
      SqlClient client, long workspaceId, List<String> keys) {
    boolean byDomain = kind == KeyKind.DOMAIN;
    Tuple values = Tuple.of(workspaceId);
    if (byDomain) {
      values.addArrayOfString(keys.toArray(String[]::new));
    } else {
      values.addArrayOfLong(keys.stream().map(Long::valueOf).toArray(Long[]::new));
    }
    return client
        .preparedQuery(byDomain ? BY_DOMAIN : BY_ID)
        .execute(values)
        .map(
            rows -> {
              Map<String, Customer> found = new HashMap<>();
              Rows.list(rows, row -> new Customer(row.getLong("id"), row.getString("domain")))
                  .forEach(
                      customer ->
                          found.put(
                              byDomain ? customer.domain() : Long.toString(customer.id()),
                              customer));
              return found;
            });
  }
}
