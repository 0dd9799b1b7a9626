package dev.shopwire.sources.report;

import dev.shopwire.common.background.Repeat;
import dev.shopwire.sources.earnings.EarningSql;
import dev.shopwire.sources.events.ShownRecords;
import dev.shopwire.sources.figures.Differences;
import dev.shopwire.sources.figures.Earning;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.lifecycle.store.StoredHistory;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.report.ReportReads.Snapshot;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shops of an app whose subscription and earnings do not fit together, some thousand at a
 * time in their order, once. The stored history and the first and the last recurring earning say of
 * most shops that all fits; only the records of the others are read. Not thread-safe; use from one
 * event loop.
 */
final class DifferencePairs {
  private static final String STORED =
      """
      select p.shop, p.history
      from (
        (select l.shop, l.history from partner_lifecycles l
        where l.app_id = $1 and l.fetch_id = $2 and l.shop > $6 and l.shop <> all ($7::text[])
        order by l.shop limit $8)
        union all
        select o.shop, null::bytea from unnest($7::text[]) as o (shop) where o.shop > $6
      ) p
      order by p.shop limit $8
      """;
  private static final String UNSTORED =
      """
      select s.shop, null::bytea as history from partner_shops s
      where s.app_id = $1 and s.fetch_id = $2 and s.shop > $6 and $7::text[] is not null
      order by s.shop limit $8
      """;

  // One look-up in the index by shop for each.
  private static final String PORTION =
      """
      with shops as materialized (
      %s)
      select s.shop, s.history, e.first, e.last, e.gross, e.currency, e.is_same
      from shops s left join lateral (
        select min(r.at) as first, max(r.at) as last, min(coalesce(r.gross, r.net))::text as gross,
          min(r.currency) as currency, min(coalesce(r.gross, r.net)) = max(coalesce(r.gross, r.net))
            and min(r.currency) = max(r.currency) as is_same
        from partner_records r
        where r.shop = s.shop and r.category = 'recurring' and %s and %s
        offset 0
      ) e on true
      order by s.shop
      """;

  /** Shops of the first statement, and of the last ones: a page needs few, a file all. */
  private static final int FIRST_SHOPS = 100;

  private static final int MOST_SHOPS = 2_000;

  private final Vertx vertx;
  private final Snapshot snapshot;
  private final ShownRecords app;
  private final Instant until;
  private final PairReader records;
  private int size = FIRST_SHOPS;

  /**
   * @param until no earning at or after it counts
   */
  DifferencePairs(Vertx vertx, Snapshot snapshot, ShownRecords app, Instant until) {
    this.vertx = vertx;
    this.snapshot = snapshot;
    this.app = app;
    this.until = until;
    this.records = new PairReader(vertx, snapshot.portions(vertx));
  }

  /**
   * A shop.
   *
   * @param count how many differences it has; empty if its records must say so
   */
  private record Found(String shop, OptionalInt count) {
    boolean mayDiffer() {
      return count.isEmpty() || count.getAsInt() > 0;
    }
  }

  /**
   * Some shops.
   *
   * @param last the last of them; empty if there are no more
   */
  private record Portion(List<Found> found, Optional<String> last) {
    List<String> shops() {
      return found.stream().filter(Found::mayDiffer).map(Found::shop).toList();
    }
  }

  /** All shops with differences, in their order, and how many differences there are. */
  record Counted(List<String> shops, long count) {}

  /**
   * Passes the shops that may have differences to {@code pairs}, on a worker thread.
   *
   * @param from is passed in any case, and those after it; all if empty
   * @param isEnough is asked from time to time whether more are wanted
   */
  Future<Void> read(Optional<String> from, Consumer<PairHistory> pairs, BooleanSupplier isEnough) {
    return records
        .ofShops(app, from.stream().toList(), until, pairs)
        .compose(
            read ->
                each(
                    from.orElse(""),
                    portion ->
                        records
                            .ofShops(app, portion.shops(), until, pairs)
                            .map(done -> isEnough.getAsBoolean())));
  }

  Future<Counted> count() {
    List<String> shops = new ArrayList<>();
    long[] count = new long[1];
    return each(
            "",
            portion ->
                counts(portion)
                    .map(
                        counts -> {
                          for (Found each : portion.found()) {
                            int own = counts.getOrDefault(each.shop(), 0);
                            count[0] += own;
                            if (own > 0) {
                              shops.add(each.shop());
                            }
                          }
                          return false;
                        }))
        .map(done -> new Counted(shops, count[0]));
  }

  private Future<Map<String, Integer>> counts(Portion portion) {
    Map<String, Integer> counts = new HashMap<>();
    List<String> unknown = new ArrayList<>();
    for (Found each : portion.found()) {
      each.count()
          .ifPresentOrElse(count -> counts.put(each.shop(), count), () -> unknown.add(each.shop()));
    }
    return records
        .ofShops(
            app,
            unknown,
            until,
            pair -> counts.put(pair.shop().orElseThrow(), Differences.of(pair, until).size()))
        .map(counts);
  }

  /** What is done with a portion; it says whether that is enough. */
  @FunctionalInterface
  private interface Step {
    Future<Boolean> of(Portion portion);
  }

  private Future<Void> each(String after, Step step) {
    String[] last = {after};
    return new StoredPairs(snapshot.portions(vertx), records)
        .outdated(app, until)
        .compose(
            outdated ->
                Repeat.<Boolean>until(
                    () ->
                        portion(last[0], outdated)
                            .compose(
                                portion ->
                                    step.of(portion)
                                        .map(
                                            isEnough -> {
                                              size = Math.min(2 * size, MOST_SHOPS);
                                              last[0] = portion.last().orElse("");
                                              return isEnough || portion.last().isEmpty()
                                                  ? Optional.of(true)
                                                  : Optional.empty();
                                            }))))
        .mapEmpty();
  }

  private Future<Portion> portion(String after, Optional<List<String>> outdated) {
    String shops = outdated.isPresent() ? STORED : UNSTORED;
    Tuple parameters =
        PairReader.parameters(app, until)
            .addString(after)
            .addArrayOfString(outdated.orElse(List.of()).toArray(String[]::new))
            .addInteger(size);
    return snapshot
        .connection()
        .preparedQuery(PORTION.formatted(shops, PairReader.COUNTED, EarningSql.IS_EARNING))
        .execute(parameters)
        .compose(rows -> vertx.executeBlocking(() -> portion(rows), false));
  }

  private Portion portion(RowSet<Row> rows) {
    snapshot.checkTime().run();
    List<Found> found = new ArrayList<>();
    for (Row row : rows) {
      found.add(new Found(row.getString("shop"), differences(row)));
    }
    return new Portion(
        found,
        found.size() < size ? Optional.empty() : Optional.of(found.get(found.size() - 1).shop()));
  }

  private OptionalInt differences(Row row) {
    @Nullable Buffer history = row.getBuffer("history");
    if (history == null) {
      return OptionalInt.empty();
    }
    List<Earning> ends = new ArrayList<>();
    if (row.getOffsetDateTime("first") != null) {
      if (!row.getBoolean("is_same")) {
        return OptionalInt.empty();
      }
      ends.add(earning(row, "first"));
      ends.add(earning(row, "last"));
    }
    return Differences.count(StoredHistory.decodeForFigures(history).spans(), ends, until);
  }

  private static Earning earning(Row row, String time) {
    BigDecimal gross = new BigDecimal(row.getString("gross"));
    return new Earning(
        "",
        row.getOffsetDateTime(time).toInstant(),
        Category.RECURRING,
        row.getString("currency"),
        gross,
        gross,
        BigDecimal.ZERO,
        Optional.empty());
  }
}
