package dev.shopwire.sources.events;

import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.sources.records.RecordRow;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Builds the statements of the list, of a page or complete. Not thread-safe: one object is for one
 * statement.
 */
final class PartnerEventSql {
  /** Bytes of nodes after which a page ends, however many rows were requested. */
  private static final long MAX_BYTES = 1L << 20;

  /** How many rows an export holds in memory: few, since a node may have 256 KiB. */
  private static final int MAX_EXPORTED_ROWS = 100;

  /** No time that is read is earlier. */
  private static final Instant BEFORE_ALL = Instant.parse("0001-01-01T00:00:00Z");

  private static final String COLUMNS =
      """
      r.stream, r.key, r.kind, r.type, r.at, r.raw::text as raw, o.customer_id, o.domain,
      """
          + RecordRow.COLUMNS;

  // The limit and the subselect keep PostgreSQL from joining in another order than that of the
  // list.
  private static final String CUSTOMER =
      """
      left join lateral (
        select s.customer_id, (select c.domain from tenancy_customers c
          where c.workspace_id = %3$s and c.id = s.customer_id) as domain
        from partner_shops s
        where s.app_id = %1$s and s.fetch_id = %2$s and s.shop = r.shop limit 1
      ) o on true
      """;
  private static final String KEYS =
      """
      select r.at, r.stream, r.key, r.ctid as place from partner_records r
      where %s
      order by r.at desc, r.stream desc, r.key desc limit %s
      """;
  // A customer seldom has more than one shop. Each one's latest records are found by its index.
  private static final String KEYS_OF_SHOPS =
      """
      select r.at, r.stream, r.key, r.place
      from unnest(%s::text[]) as wanted (shop) cross join lateral (%s) r
      order by r.at desc, r.stream desc, r.key desc limit %s
      """;
  // Nodes are read one by one, to add up their sizes, and once more for those that the page has: by
  // their place, since PostgreSQL may use a less selective index than the primary key without
  // statistics. Within one statement no row moves.
  private static final String PAGE =
      """
      with keys as materialized (%4$s),
      measured as (
        select k.*, count(*) over () as found,
          sum(s.size) over (order by k.at desc, k.stream desc, k.key desc) - s.size as before
        from keys k cross join lateral (
          select octet_length(r.raw::text) as size from partner_records r
          where r.ctid = k.place and r.app_id = %1$s and r.fetch_id = %2$s limit 1
        ) s
      )
      select m.found, %5$s
      from measured m cross join lateral (
        select * from partner_records r
        where r.ctid = m.place and r.app_id = %1$s and r.fetch_id = %2$s limit 1
      ) r
      %6$s
      where m.before < %3$s
      order by m.at desc, m.stream desc, m.key desc
      """;
  private static final String ALL =
      """
      select %s
      from partner_records r
      %s
      where %s
      order by r.at desc, r.stream desc, r.key desc
      """;
  // With all parameters of the rows, although it needs no workspace.
  private static final String COUNT =
      """
      select count(*) as count from partner_records r where %s and %s::bigint is not null
      """;

  private final ShownRecords shown;
  private final PartnerEventFilter filter;
  private final Optional<List<String>> shops;
  private final SqlParameters parameters = new SqlParameters();
  private final String app;
  private final String fetch;
  private final String customer;

  /**
   * @param shops of the requested customer; empty if none is requested
   */
  PartnerEventSql(ShownRecords shown, PartnerEventFilter filter, Optional<List<String>> shops) {
    this.shown = shown;
    this.filter = filter;
    this.shops = shops;
    app = parameters.add(shown.appId());
    fetch = parameters.add(shown.fetchId());
    customer = CUSTOMER.formatted(app, fetch, parameters.add(shown.workspaceId()));
  }

  Tuple parameters() {
    return parameters.tuple();
  }

  /**
   * A page of up to one row more than {@code take}, with how many of these exist as {@code found}.
   *
   * @param after the last row of the previous page
   */
  String page(Optional<PartnerEventPosition> after, int take) {
    String limit = parameters.add((long) take + 1);
    String keys =
        shops
            .map(
                names -> {
                  String wanted = parameters.add(names.toArray(String[]::new));
                  String one = KEYS.formatted(where("r.shop = wanted.shop") + after(after), limit);
                  return KEYS_OF_SHOPS.formatted(wanted, one, limit);
                })
            .orElseGet(() -> KEYS.formatted(where("") + after(after), limit));
    return PAGE.formatted(app, fetch, parameters.add(MAX_BYTES), keys, COLUMNS, customer);
  }

  /** The complete list. */
  ExportSource.Rows all() {
    String ofShops =
        shops
            .map(names -> "r.shop = any (" + parameters.add(names.toArray(String[]::new)) + ")")
            .orElse("");
    String where = where(ofShops);
    return new ExportSource.Rows(
        ALL.formatted(COLUMNS, customer, where),
        COUNT.formatted(where, "$3"),
        parameters.tuple(),
        MAX_EXPORTED_ROWS,
        (rows, snapshot) ->
            Future.succeededFuture(
                rows.stream().map(row -> PartnerEventRow.read(row).json()).toList()));
  }

  /**
   * @param ofShops the condition for records of the customer's shops, empty without a customer
   */
  private String where(String ofShops) {
    StringBuilder where = new StringBuilder();
    where.append("r.app_id = ").append(app).append(" and r.fetch_id = ").append(fetch);
    if (ofShops.isEmpty()) {
      where.append(" and r.outcome = 'record'");
    } else {
      // Written so that only the index by shop fits, not the one of all records by time.
      where.append(" and r.outcome || '' = 'record' and r.pass > 0 and ").append(ofShops);
    }
    where.append(" and r.at < ").append(parameters.add(utc(until())));
    filter.from().ifPresent(from -> where.append(" and r.at >= ").append(time(from)));
    filter
        .kind()
        .ifPresent(kind -> where.append(" and r.kind = ").append(parameters.add(kind.id())));
    where
        .append(" and r.pass <= (")
        .append(parameters.add(shown.passes().toArray(Long[]::new)))
        .append("::bigint[])[array_position(")
        .append(parameters.add(shown.streams().toArray(String[]::new)))
        .append("::text[], r.stream)]");
    return where.toString();
  }

  /** No record counts while a stream has read nothing. */
  private Instant until() {
    Instant completeTo = shown.completeTo().orElse(BEFORE_ALL);
    return filter.until().filter(end -> end.isBefore(completeTo)).orElse(completeTo);
  }

  private String after(Optional<PartnerEventPosition> after) {
    return after
        .map(
            last ->
                " and (r.at, r.stream, r.key) < (%s, %s, %s)"
                    .formatted(
                        time(last.at()), parameters.add(last.stream()), parameters.add(last.key())))
        .orElse("");
  }

  private String time(Instant instant) {
    return parameters.add(utc(instant));
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
