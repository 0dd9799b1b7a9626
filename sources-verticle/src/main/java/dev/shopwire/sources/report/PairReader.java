package dev.shopwire.sources.report;

import dev.shopwire.sources.events.ShownRecords;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.records.PartnerRecord;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;

/**
 * Computes the histories of shops from their records, in the order of apps and shops: a portion of
 * records and one pair at a time are in memory. Not thread-safe; use from one event loop.
 */
final class PairReader {
  // Rows then come in the order of the index; otherwise all would be sorted before the first one.
  private static final String AVOID_SORTS = "set local enable_sort = off";

  /**
   * That the record {@code r} is one of {@link #parameters}. The outcome is compared so that the
   * index by time does not fit.
   */
  static final String COUNTED =
      """
      r.app_id = $1 and r.fetch_id = $2 and r.at < $3 and r.outcome || '' = 'record'
        and r.pass <= ($4::bigint[])[array_position($5::text[], r.stream)] and r.pass > 0
      """;

  // Only recurring money says something about a subscription.
  private static final String CONDITION =
      COUNTED + " and r.kind <> 'credit' and (r.kind <> 'charge' or r.category = 'recurring')";
  private static final String ALL =
      "select %s from partner_records r where %s order by r.shop, r.at"
          .formatted(ReportRecords.COLUMNS, CONDITION);

  // One look-up in the index by shop for each, whatever the planner knows of the table.
  private static final String OF_SHOPS =
      """
      select %s
      from unnest($6::text[]) as wanted (shop) cross join lateral (
        select * from partner_records r where r.shop = wanted.shop and %s
        offset 0
      ) r
      """
          .formatted(ReportRecords.COLUMNS, CONDITION);

  private final Vertx vertx;
  private final PortionReader portions;

  PairReader(Vertx vertx, PortionReader portions) {
    this.vertx = vertx;
    this.portions = portions;
  }

  /**
   * Passes the history of each pair of an app to {@code pairs}, on a worker thread; money without a
   * shop in any number of parts.
   */
  Future<Void> ofApp(ShownRecords app, Instant until, Consumer<PairHistory> pairs) {
    return read(ALL, parameters(app, until), app, until, pairs);
  }

  /** The same of some shops of an app, each of them named once. */
  Future<Void> ofShops(
      ShownRecords app, List<String> shops, Instant until, Consumer<PairHistory> pairs) {
    Tuple parameters = parameters(app, until).addArrayOfString(shops.toArray(String[]::new));
    return shops.isEmpty()
        ? Future.succeededFuture()
        : read(OF_SHOPS, parameters, app, until, pairs);
  }

  /** The parameters that say which records of an app count. */
  static Tuple parameters(ShownRecords app, Instant until) {
    return Tuple.of(app.appId(), app.fetchId(), until.atOffset(ZoneOffset.UTC))
        .addArrayOfLong(app.passes().toArray(Long[]::new))
        .addArrayOfString(app.streams().toArray(String[]::new));
  }

  private Future<Void> read(
      String sql, Tuple parameters, ShownRecords app, Instant until, Consumer<PairHistory> pairs) {
    PairCollector collector = new PairCollector(app.appId(), until, pairs);
    return portions
        .snapshot()
        .query(AVOID_SORTS)
        .execute()
        .compose(
            set ->
                portions.read(
                    sql,
                    parameters,
                    rows ->
                        rows.forEach(
                            row -> {
                              PartnerRecord record = ReportRecords.read(app.appId(), row);
                              collector.add(record);
                            })))
        .compose(
            done ->
                vertx.executeBlocking(
                    () -> {
                      collector.finish();
                      return true;
                    },
                    false))
        .mapEmpty();
  }
}
