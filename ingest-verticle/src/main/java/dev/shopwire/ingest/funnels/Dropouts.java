package dev.shopwire.ingest.funnels;

import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.ingest.query.Caller;
import dev.shopwire.ingest.query.KeysetCursor;
import dev.shopwire.ingest.query.Query;
import dev.shopwire.ingest.query.Read;
import dev.shopwire.ingest.query.Reads;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The shops that did the steps before one and not that one (contract §7), those first that came so
 * far last.
 */
public final class Dropouts implements Read {
  private static final int DEFAULT_TAKE = 50;
  private static final int MAX_TAKE = 1_000;
  private static final Comparator<DropoutRow> ORDER =
      Comparator.comparingLong(DropoutRow::reachedAt)
          .thenComparingLong(DropoutRow::customerId)
          .reversed();

  private final Vertx vertx;
  private final Reads reads;
  private final InstantSource clock;

  public Dropouts(Vertx vertx, Reads reads, InstantSource clock) {
    this.vertx = vertx;
    this.reads = reads;
    this.clock = clock;
  }

  @Override
  public Future<JsonAnswer> answer(Caller caller, Query query) {
    FunnelQuestion question = FunnelQuestion.read(query, clock.instant());
    int step = step(query, question);
    int take = query.integer("take", DEFAULT_TAKE, 1, MAX_TAKE);
    query.check();
    List<String> wording = new ArrayList<>(FunnelQuestion.wording(query));
    wording.add(Integer.toString(step));
    Optional<KeysetCursor> after = KeysetCursor.read(query, caller, wording);
    return reads
        .scan(
            connection ->
                new FunnelEvents(connection, caller, question, Optional.empty())
                    .read()
                    .compose(
                        packed ->
                            vertx.executeBlocking(
                                () -> page(question, step - 1, packed, after, take + 1), false))
                    .compose(rows -> named(connection, caller, rows)))
        .map(rows -> DropoutRow.answer(rows, take, caller, wording));
  }

  private static int step(Query query, FunnelQuestion question) {
    if (!query.has("step")) {
      query.fault("step", "required", "is required");
    }
    int last = question.steps().size() == 0 ? Steps.MAX : question.steps().size();
    return query.integer("step", 2, 2, last);
  }

  private static List<DropoutRow> page(
      FunnelQuestion question,
      int reach,
      List<FunnelEvents.Packed> packed,
      Optional<KeysetCursor> after,
      int most) {
    Matching matching = question.matching();
    List<DropoutRow> rows = new ArrayList<>();
    Occurrences.of(packed)
        .forEachCustomer(
            (customerId, events, firstValue) ->
                matching
                    .furthest(events)
                    .filter(attempt -> attempt.reach() == reach)
                    .ifPresent(
                        attempt ->
                            rows.add(new DropoutRow(customerId, attempt.time(reach - 1), ""))));
    return rows.stream()
        .filter(row -> after.map(row::isAfter).orElse(true))
        .sorted(ORDER)
        .limit(most)
        .toList();
  }

  private static Future<List<DropoutRow>> named(
      SqlConnection connection, Caller caller, List<DropoutRow> rows) {
    return DropoutRow.domains(connection, caller, rows)
        .map(
            domains ->
                rows.stream()
                    .map(row -> row.named(domains.getOrDefault(row.customerId(), "")))
                    .toList());
  }
}
