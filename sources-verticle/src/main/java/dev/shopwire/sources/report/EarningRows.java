package dev.shopwire.sources.report;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.earnings.EarningSql;
import dev.shopwire.sources.events.ShownRecords;
import dev.shopwire.sources.figures.Earning;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.sources.records.Category;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the earnings behind a figure of one bucket from a position on, in the order of apps and
 * shops, and of times within a shop. Not thread-safe; use from one event loop.
 */
final class EarningRows {
  private static final String COLUMNS =
      """
      select r.stream || ':' || r.key as id, r.at, r.shop, r.category, r.currency, r.net::text as net,
        coalesce(r.gross, r.net)::text as gross, coalesce(r.fee, 0)::text as fee, r.settled_on
      """;

  // Exactly the earnings that FigureRows counts: %s is the value that must not be zero.
  private static final String CONDITION =
      """
      r.currency = $8 and r.at >= $6::text::timestamptz and r.at < $7
        and coalesce(r.settled_on, 'infinity') between $9::text::date and $10::text::date
        and ($11::text[] is null or r.category = any ($11)) and %s <> 0
        and (r.shop is null or not $13 and ($12::text is null or r.shop >= $12))
        and
      """
          + EarningSql.IS_EARNING;
  private static final String ORDER =
      "order by r.shop, r.at, (r.stream || ':' || r.key) collate \"C\" limit $14";

  private static final String OF_APP =
      """
      from partner_records r
      where r.app_id = $1 and r.fetch_id = $2 and $4::bigint[] is not null
        and r.pass <= ($5::bigint[])[array_position($3::text[], r.stream)] and r.pass > 0 and
      """;

  private static final String BY_TIME = COLUMNS + OF_APP + "r.outcome = 'record' and ";

  // The outcome is compared so that only the index by shop fits, in whose order rows are found.
  private static final String BY_SHOP = COLUMNS + OF_APP + "r.outcome || '' = 'record' and ";

  // The sums say in which hours there are such earnings.
  private static final String BY_HOUR =
      COLUMNS
          + """
          from (
            select r.*
            from (
              select distinct h.hour from partner_earning_hours h
              where h.app_id = $1 and h.fetch_id = $2 and h.earnings > 0 and h.currency = $8
                and h.hour < $7 and h.settled_on between $9::text::date and $10::text::date
            ) h cross join lateral (
              select * from partner_records r
              where r.app_id = $1 and r.fetch_id = $2 and r.outcome = 'record' and r.at >= h.hour
                and r.at < h.hour + interval '1 hour'
                and r.pass <= ($4::bigint[])[array_position($3::text[], r.stream)]
              offset 0
            ) r
            union all
            select r.* from
          """
          + EarningSql.RECORDS_UNSUMMED
          + ") r where ";

  private static final String COUNT =
      """
      select coalesce(sum(h.earnings), 0)::bigint as count from partner_earning_hours h
      where h.app_id = $1 and h.fetch_id = $2 and h.earnings > 0 and h.currency = $3
        and h.hour >= date_trunc('hour', $4::text::timestamptz, 'UTC') and h.hour < $5
        and h.settled_on between $6::text::date and $7::text::date
      """;

  /** More are not sorted, but read in the order of shops: those of a page then come soon. */
  private static final long MAX_SORTED = 2_000;

  private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");

  private final PortionReader portions;
  private final Metric metric;
  private final String currency;
  private final Bounds bounds;
  private final Optional<RowPosition> after;
  private final int take;

  /**
   * @param metric whose rows are earnings
   * @param bucket a report of one known bucket
   * @param after is the first position that is read, if there is one
   * @param take how many rows after it are wanted
   */
  EarningRows(
      PortionReader portions,
      Metric metric,
      String currency,
      ReportBuckets bucket,
      Optional<RowPosition> after,
      int take) {
    this.portions = portions;
    this.metric = metric;
    this.currency = currency;
    this.bounds = Bounds.of(metric, bucket);
    this.after = after;
    this.take = take;
  }

  /**
   * Between which times and dates of payout earnings count, as PostgreSQL reads them.
   *
   * @param lastDate inclusive
   */
  private record Bounds(String start, OffsetDateTime end, String firstDate, String lastDate) {
    private static final String NEVER = "-infinity";
    private static final String EVER = "infinity";

    static Bounds of(Metric metric, ReportBuckets bucket) {
      Instant start = bucket.starts().get(0);
      OffsetDateTime end = bucket.ends().get(0).atOffset(ZoneOffset.UTC);
      LocalDate endDate = LocalDate.ofInstant(bucket.ends().get(0), bucket.zone());
      return switch (metric) {
        case PAYOUTS ->
            new Bounds(
                NEVER,
                bucket.completeTo().atOffset(ZoneOffset.UTC),
                LocalDate.ofInstant(start, bucket.zone()).toString(),
                endDate.minusDays(1).toString());
        case UNSETTLED -> new Bounds(NEVER, end, endDate.toString(), EVER);
        default -> new Bounds(start.toString(), end, NEVER, EVER);
      };
    }

    boolean isByPayout() {
      return start.equals(NEVER);
    }
  }

  /**
   * Passes the earnings to {@code pairs}, on a worker thread, one at a time: of each app all from
   * the position's shop on, or the first ones, but enough for the page.
   */
  Future<Void> read(ReportScope scope, Consumer<PairHistory> pairs) {
    return next(
        scope.apps().stream()
            .filter(app -> after.isEmpty() || app.appId() >= after.get().appId())
            .iterator(),
        pairs);
  }

  /**
   * All of it as one statement, whose rows {@link #pair(Row)} reads.
   *
   * @param sql whose rows are in the order of apps and shops
   */
  record Statement(String sql, Tuple parameters) {}

  /** The statement that reads the earnings of all apps. It may read any number. */
  Future<Statement> statement(ReportScope scope) {
    List<String> parts = new ArrayList<>();
    Tuple all = Tuple.tuple();
    Future<Boolean> counted = Future.succeededFuture(false);
    for (ShownRecords app : scope.apps()) {
      counted =
          counted.compose(
              before ->
                  count(app)
                      .map(
                          count -> {
                            boolean areMany = count > MAX_SORTED;
                            parts.add(part(app, sql(areMany), all.size()));
                            addAll(all, parameters(app));
                            return before || areMany;
                          }));
    }
    return counted
        .compose(areMany -> setSorts(areMany ? "off" : "on"))
        .map(set -> new Statement(String.join("union all\n", parts), all));
  }

  /**
   * @param given how many parameters others have before
   */
  private static String part(ShownRecords app, String sql, int given) {
    String renumbered =
        PARAMETER
            .matcher(sql)
            .replaceAll(found -> "\\$" + (Integer.parseInt(found.group(1)) + given));
    return "(select %d::bigint as app_id, e.* from (%s) e)\n".formatted(app.appId(), renumbered);
  }

  private static void addAll(Tuple all, Tuple more) {
    for (int i = 0; i < more.size(); i++) {
      all.addValue(more.getValue(i));
    }
  }

  private Future<Void> next(Iterator<ShownRecords> apps, Consumer<PairHistory> pairs) {
    if (!apps.hasNext()) {
      return Future.succeededFuture();
    }
    ShownRecords app = apps.next();
    return count(app)
        .map(count -> count > MAX_SORTED)
        .compose(
            areMany ->
                setSorts(areMany ? "off" : "on")
                    .compose(
                        set ->
                            portions.read(
                                sql(areMany),
                                parameters(app),
                                rows -> rows.forEach(row -> pairs.accept(pair(app.appId(), row))))))
        .compose(read -> next(apps, pairs));
  }

  /** The planner takes many for few, and would sort them. */
  private Future<Void> setSorts(String setting) {
    return portions.snapshot().query("set local enable_sort = " + setting).execute().mapEmpty();
  }

  private Future<Long> count(ShownRecords app) {
    return portions
        .snapshot()
        .preparedQuery(COUNT)
        .execute(
            Tuple.of(app.appId(), app.fetchId(), currency, bounds.start(), bounds.end())
                .addString(bounds.firstDate())
                .addString(bounds.lastDate()))
        .map(rows -> Rows.first(rows, row -> row.getLong("count")).orElse(0L));
  }

  private String sql(boolean areMany) {
    String from = areMany ? BY_SHOP : bounds.isByPayout() ? BY_HOUR : BY_TIME;
    return from + CONDITION.formatted(value()) + ORDER;
  }

  /** What must not be zero. */
  private String value() {
    return switch (metric) {
      case REFUNDS -> "coalesce(r.gross, r.net)";
      case FEES -> "coalesce(r.fee, 0)";
      case NET_REVENUE, PAYOUTS, UNSETTLED -> "r.net";
      default -> "1";
    };
  }

  private String @Nullable [] categories() {
    return switch (metric) {
      case CHARGES_RECURRING -> ids(Category.RECURRING);
      case CHARGES_USAGE -> ids(Category.USAGE);
      case CHARGES_ONE_TIME -> ids(Category.ONE_TIME);
      case CHARGES -> ids(Category.RECURRING, Category.USAGE, Category.ONE_TIME);
      case REFUNDS -> ids(Category.REFUND);
      default -> null;
    };
  }

  private static String[] ids(Category... categories) {
    return Stream.of(categories).map(Category::id).toArray(String[]::new);
  }

  private Tuple parameters(ShownRecords app) {
    Optional<RowPosition> start = after.filter(at -> at.appId() == app.appId());
    return EarningSql.parameters(
            app.appId(), app.fetchId(), app.streams(), app.earningsPasses(), app.passes())
        .addString(bounds.start())
        .addOffsetDateTime(bounds.end())
        .addString(currency)
        .addString(bounds.firstDate())
        .addString(bounds.lastDate())
        .addArrayOfString(categories())
        .addString(start.flatMap(RowPosition::shop).orElse(null))
        .addBoolean(start.isPresent() && start.get().shop().isEmpty())
        .addLong(take + 1L + start.map(at -> at.index() + 1L).orElse(0L));
  }

  /** A row of {@link #statement}. */
  static PairHistory pair(Row row) {
    return pair(row.getLong("app_id"), row);
  }

  private static PairHistory pair(long appId, Row row) {
    return new PairHistory(
        appId,
        Optional.ofNullable(row.getString("shop")),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(earning(row)));
  }

  private static Earning earning(Row row) {
    return new Earning(
        row.getString("id"),
        row.getOffsetDateTime("at").toInstant(),
        Optional.ofNullable(row.getString("category")).flatMap(Category::of).orElse(Category.OTHER),
        row.getString("currency"),
        new BigDecimal(row.getString("net")),
        new BigDecimal(row.getString("gross")),
        new BigDecimal(row.getString("fee")),
        Optional.ofNullable(row.getLocalDate("settled_on")));
  }
}
