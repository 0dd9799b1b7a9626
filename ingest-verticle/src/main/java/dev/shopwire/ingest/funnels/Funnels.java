package dev.shopwire.ingest.funnels;

import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.ingest.filters.PropertyPath;
import dev.shopwire.ingest.query.Caller;
import dev.shopwire.ingest.query.Query;
import dev.shopwire.ingest.query.Read;
import dev.shopwire.ingest.query.Reads;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How many customers go through steps, and how long it takes them (contract §7). */
public final class Funnels implements Read {
  private final Vertx vertx;
  private final Reads reads;
  private final InstantSource clock;

  public Funnels(Vertx vertx, Reads reads, InstantSource clock) {
    this.vertx = vertx;
    this.reads = reads;
    this.clock = clock;
  }

  @Override
  public Future<JsonAnswer> answer(Caller caller, Query query) {
    FunnelQuestion question = FunnelQuestion.read(query, clock.instant());
    Optional<PropertyPath> breakdown = FunnelQuestion.breakdown(query);
    query.check();
    return reads.scan(
        connection ->
            new FunnelEvents(connection, caller, question, breakdown)
                .read()
                .compose(
                    packed ->
                        // Within the connection's time, so that few are in memory at once.
                        vertx.executeBlocking(
                            () -> answer(question, breakdown.isPresent(), packed), false)));
  }

  private static JsonAnswer answer(
      FunnelQuestion question, boolean broken, List<FunnelEvents.Packed> packed) {
    Occurrences occurrences = Occurrences.of(packed);
    Matching matching = question.matching();
    FunnelTally tally = new FunnelTally(question.steps());
    BreakdownTally breakdown = new BreakdownTally(question.steps(), occurrences.values());
    occurrences.forEachCustomer(
        (customerId, events, firstValue) ->
            matching
                .furthest(events)
                .ifPresent(
                    attempt -> {
                      tally.add(attempt);
                      if (broken) {
                        breakdown.add(firstValue.of(attempt.firstKey()), attempt);
                      }
                    }));
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("startDate", question.range().startDate());
    answer.put("endDate", question.range().endDate());
    answer.put("timezone", question.range().zone().getId());
    answer.put("order", question.order());
    answer.put("windowSeconds", question.window().toSeconds());
    answer.putAll(tally.answer());
    if (broken) {
      answer.put("breakdown", breakdown.answer());
    }
    return JsonAnswer.of(answer);
  }
}
