package dev.shopwire.attribution.history;

import dev.shopwire.attribution.history.ReevaluationPosition.RowPosition;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows of the log that may be decided again: those with a code that was unknown, or whose
 * affiliate was not active. Methods run on the caller's event loop.
 */
final class RefusedRows {
  static final int SHOPS_PER_PAGE = 50;
  static final int ROWS_PER_STEP = 100;

  /** Limits the rows of the log that are read for one page of shops. */
  private static final long MAX_SCANNED = 5_000;

  /** The same limit for requests that name codes, per code and in total. */
  private static final long MAX_SCANNED_PER_CODE = 1_000;

  private static final String TIME = "coalesce(%1$s.occurred_at, %1$s.logged_at)";

  // Truncated codes have no normalized form: no affiliate's code is that long. Rows of
  // reevaluations are not decided again.
  private static final String REFUSED =
      """
      %1$s.reason in ('unknown code', 'affiliate not active') and %1$s.carrier <> 'reevaluation'
        and %1$s.normalised is not null
        and (cardinality($2::text[]) = 0 or %1$s.normalised = any ($2::text[]))
        and %2$s >= coalesce($3::timestamptz, '-infinity')
      """;
  private static final String NEWEST =
      "select coalesce(max(id), 0) as id from attribution_log where workspace_id = $1";
  private static final String SCAN_ALL =
      """
      select * from attribution_log where workspace_id = $1 and id > $4 and id <= $5
      order by id limit $6
      """;
  private static final String SCAN_CODES =
      """
      select of_code.* from unnest($2::text[]) as code (normalised)
      cross join lateral (
        select * from attribution_log l
        where l.workspace_id = $1 and l.normalised = code.normalised and l.id > $4 and l.id <= $5
        order by l.id limit $6
      ) of_code
      order by of_code.id limit $6
      """;

  // A shop is returned only with its first row, so that no other page has it again.
  private static final String SHOPS_OF_PAGE =
      """
      with scanned as materialized (%s), first as materialized (
        select s.id, s.customer_id from scanned s
        where %s and not exists (
          select from attribution_log e
          where e.workspace_id = $1 and e.customer_id = s.customer_id and e.id < s.id and %s)
        order by s.id limit $7
      )
      select (select count(*) from scanned) as scanned, (select max(id) from scanned) as last_id,
        (select max(id) from first) as last_shop,
        (select array_agg(customer_id order by id) from first) as customers
      """;
  private static final String SHOPS_OF_ALL = shops(SCAN_ALL);
  private static final String SHOPS_OF_CODES = shops(SCAN_CODES);

  // "is true", so that each row is looked up in a hash of the others: with a join, the planner,
  // which expects few rows, would compare all rows of a shop that has many with each other.
  private static final String ROWS_OF_SHOPS =
      """
      with settled as materialized (
        select app_id, customer_id from attribution_credits
        where workspace_id = $1 and customer_id = any ($4)
      ), taken as materialized (
        select l.id, l.customer_id, l.app_id, l.code, %1$s as at from attribution_log l
        where l.workspace_id = $1 and l.customer_id = any ($4) and %2$s
          and (%1$s, l.id) > (coalesce($5::timestamptz, '-infinity'), $6::bigint)
          and ((l.app_id, l.customer_id) in (select * from settled)) is not true
        order by at, l.id limit $7
      ), decided as materialized (
        select distinct on (reevaluates) reevaluates, reason from attribution_log
        where workspace_id = $1 and customer_id = any ($4)
          and (reevaluates in (select id from taken)) is true
        order by reevaluates, id desc
      )
      select t.*, s.domain, d.reason as decided
      from taken t
      join tenancy_customers s on s.workspace_id = $1 and s.id = t.customer_id
      left join decided d on d.reevaluates = t.id
      order by t.at, t.id
      """
          .formatted(time("l"), refused("l"));

  private RefusedRows() {}

  private static String time(String table) {
    return TIME.formatted(table);
  }

  private static String refused(String table) {
    return REFUSED.formatted(table, time(table));
  }

  private static String shops(String scan) {
    return SHOPS_OF_PAGE.formatted(scan, refused("s"), refused("e"));
  }

  /**
   * A page of shops with such rows.
   *
   * @param customers in the order of their first rows
   * @param next the row after which the next page starts; empty if there is none
   */
  record ShopPage(List<Long> customers, Optional<Long> next) {}

  /**
   * A refused row.
   *
   * @param at when it happened
   * @param decided the reason given by the last reevaluation of the row; empty if there is none
   */
  record Refused(
      long id,
      long customerId,
      String domain,
      long appId,
      String code,
      OffsetDateTime at,
      Optional<String> decided) {}

  /** The id of the newest row of the log. */
  static Future<Long> newest(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(NEWEST)
        .execute(Tuple.of(workspaceId))
        .map(rows -> rows.iterator().next().getLong("id"));
  }

  /**
   * @param after the row after which to start
   * @param newest the last row to read
   */
  static Future<ShopPage> shops(
      SqlClient client, ReevaluationRequest request, long after, long newest) {
    boolean ofAll = request.codes().isEmpty();
    long scanned = ofAll ? MAX_SCANNED : MAX_SCANNED_PER_CODE;
    Tuple parameters =
        filter(request)
            .addLong(after)
            .addLong(newest)
            .addLong(scanned)
            .addLong((long) SHOPS_PER_PAGE);
    return client
        .preparedQuery(ofAll ? SHOPS_OF_ALL : SHOPS_OF_CODES)
        .execute(parameters)
        .map(rows -> page(rows.iterator().next(), scanned));
  }

  private static ShopPage page(Row row, long scanned) {
    Long[] customers = row.getArrayOfLongs("customers");
    List<Long> shops = customers == null ? List.of() : List.of(customers);
    Optional<Long> next =
        shops.size() == SHOPS_PER_PAGE
            ? Optional.of(row.getLong("last_shop"))
            : Optional.ofNullable(row.getLong("last_id"))
                .filter(last -> row.getLong("scanned") == scanned);
    return new ShopPage(shops, next);
  }

  /**
   * Reads up to {@link #ROWS_PER_STEP} rows of {@code customers}, which the caller has locked, for
   * apps without a credit for them; ordered by time.
   */
  static Future<List<Refused>> rows(
      SqlConnection connection,
      ReevaluationRequest request,
      List<Long> customers,
      Optional<RowPosition> after) {
    Tuple parameters =
        filter(request)
            .addArrayOfLong(customers.toArray(Long[]::new))
            .addOffsetDateTime(after.map(RowPosition::at).orElse(null))
            .addLong(after.map(RowPosition::id).orElse(0L))
            .addLong((long) ROWS_PER_STEP);
    return connection
        .preparedQuery(ROWS_OF_SHOPS)
        .execute(parameters)
        .map(rows -> Rows.list(rows, RefusedRows::read));
  }

  private static Tuple filter(ReevaluationRequest request) {
    return Tuple.of(request.workspaceId())
        .addArrayOfString(request.codes().toArray(String[]::new))
        .addOffsetDateTime(time(request.since()));
  }

  private static @Nullable OffsetDateTime time(Optional<Instant> at) {
    return at.map(instant -> instant.atOffset(ZoneOffset.UTC)).orElse(null);
  }

  private static Refused read(Row row) {
    return new Refused(
        row.getLong("id"),
        row.getLong("customer_id"),
        row.getString("domain"),
        row.getLong("app_id"),
        row.getString("code"),
        row.getOffsetDateTime("at"),
        Optional.ofNullable(row.getString("decided")));
  }
}
