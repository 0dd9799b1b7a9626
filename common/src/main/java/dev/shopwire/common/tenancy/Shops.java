package dev.shopwire.common.tenancy;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Accesses the table of customers. The first write about a shop creates its customer, in the same
 * transaction (ARCHITECTURE.md). Methods run on the caller's event loop.
 */
public final class Shops {
  // Called with sorted shops, so that concurrent registrations wait instead of deadlocking.
  private static final String REGISTER =
      """
      insert into customers (workspace_id, domain)
      select workspace_id, domain
      from unnest($1::bigint[], $2::text[]) as shop (workspace_id, domain)
      on conflict (workspace_id, domain) do nothing
      """;
  private static final String FIND =
      """
      select c.workspace_id, c.domain, c.id
      from unnest($1::bigint[], $2::text[]) as shop (workspace_id, domain)
      join customers c on c.workspace_id = shop.workspace_id and c.domain = shop.domain
      """;
  private static final String FIND_IDS =
      """
      select c.workspace_id, c.id, c.domain
      from unnest($1::bigint[], $2::bigint[]) as known (workspace_id, id)
      join customers c on c.workspace_id = known.workspace_id and c.id = known.id
      """;

  // All processes lock in the same order, so that two flushes wait instead of deadlocking.
  private static final String UPDATE_LAST_SEEN =
      """
      with late as materialized (
        select c.workspace_id, c.id, seen.at
        from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as seen (workspace_id, id, at)
        join customers c on c.workspace_id = seen.workspace_id and c.id = seen.id
        where c.last_seen_at < seen.at
        order by c.workspace_id, c.id
        for no key update of c
      )
      update customers c set last_seen_at = greatest(c.last_seen_at, late.at)
      from late where c.workspace_id = late.workspace_id and c.id = late.id
      """;

  // The table's trigger sets the hour.
  private static final String FILL_LAST_SEEN_HOURS =
      """
      with batch as (
        select max(id) as last
        from (select id from customers where id > $1 order by id limit $2) next
      ), filled as (
        update customers set last_seen_at = last_seen_at
        where id > $1 and id <= (select last from batch) and last_seen_hour is null
      )
      select last from batch
      """;

  // Not a row lock, which would write the row.
  private static final String LOCK =
      "select pg_advisory_xact_lock(id) from unnest($1::bigint[]) as customer (id)";

  private Shops() {}

  /** A shop within a workspace; {@code domain} is normalized. */
  public record Shop(long workspaceId, String domain) {}

  /** A customer's id within a workspace. */
  public record CustomerRef(long workspaceId, long customerId) {}

  /**
   * Sets the hour in which they were last seen for some customers that lack it.
   *
   * @param after the id of a customer; those with greater ids are considered
   * @return the last id of those considered; empty if there were none
   */
  static Future<Optional<Long>> fillLastSeenHours(SqlClient client, long after, int count) {
    return client
        .preparedQuery(FILL_LAST_SEEN_HOURS)
        .execute(Tuple.of(after, count))
        .map(rows -> Optional.ofNullable(rows.iterator().next().getLong("last")));
  }

  /** The customer ids of {@code shops}; missing customers are created. */
  public static Future<Map<Shop, Long>> register(SqlConnection connection, Collection<Shop> shops) {
    List<Shop> sorted =
        shops.stream()
            .distinct()
            .sorted(Comparator.comparingLong(Shop::workspaceId).thenComparing(Shop::domain))
            .toList();
    Tuple names =
        Tuple.tuple()
            .addArrayOfLong(sorted.stream().map(Shop::workspaceId).toArray(Long[]::new))
            .addArrayOfString(sorted.stream().map(Shop::domain).toArray(String[]::new));
    // Both are sent together; the second sees the rows that the first inserted or waited for.
    Future<RowSet<Row>> registered = connection.preparedQuery(REGISTER).execute(names);
    Future<RowSet<Row>> found = connection.preparedQuery(FIND).execute(names);
    return registered.compose(ignored -> found).map(Shops::readIds);
  }

  /**
   * Makes every other caller of this method for the same customer wait until the transaction of
   * {@code connection} has ended. Later statements see what the previous holder committed.
   */
  public static Future<Void> lock(SqlConnection connection, long customerId) {
    return lock(connection, List.of(customerId));
  }

  /** Locks several customers, in a fixed order so that two callers don't deadlock. */
  public static Future<Void> lock(SqlConnection connection, Collection<Long> customerIds) {
    Long[] sorted = customerIds.stream().distinct().sorted().toArray(Long[]::new);
    return connection.preparedQuery(LOCK).execute(Tuple.tuple().addArrayOfLong(sorted)).mapEmpty();
  }

  /** The domains of those of {@code ids} that exist in their workspace. */
  public static Future<Map<CustomerRef, String>> domains(
      SqlConnection connection, Collection<CustomerRef> ids) {
    Tuple refs =
        Tuple.tuple()
            .addArrayOfLong(ids.stream().map(CustomerRef::workspaceId).toArray(Long[]::new))
            .addArrayOfLong(ids.stream().map(CustomerRef::customerId).toArray(Long[]::new));
    return connection
        .preparedQuery(FIND_IDS)
        .execute(refs)
        .map(
            rows -> {
              Map<CustomerRef, String> domains = new HashMap<>();
              for (Row row : rows) {
                domains.put(
                    new CustomerRef(row.getLong("workspace_id"), row.getLong("id")),
                    row.getString("domain"));
              }
              return domains;
            });
  }

  /** Sets when customers were last seen, except where a later time is stored. */
  static Future<Void> updateLastSeen(SqlClient client, Map<CustomerRef, Instant> seen) {
    List<CustomerRef> customers = new ArrayList<>(seen.keySet());
    Tuple rows =
        Tuple.tuple()
            .addArrayOfLong(customers.stream().map(CustomerRef::workspaceId).toArray(Long[]::new))
            .addArrayOfLong(customers.stream().map(CustomerRef::customerId).toArray(Long[]::new))
            .addArrayOfOffsetDateTime(
                seen.values().stream()
                    .map(at -> at.atOffset(ZoneOffset.UTC))
                    .toArray(OffsetDateTime[]::new));
    return client.preparedQuery(UPDATE_LAST_SEEN).execute(rows).mapEmpty();
  }

  private static Map<Shop, Long> readIds(RowSet<Row> rows) {
    Map<Shop, Long> ids = new HashMap<>();
    for (Row row : rows) {
      ids.put(new Shop(row.getLong("workspace_id"), row.getString("domain")), row.getLong("id"));
    }
    return ids;
  }
}
