package dev.shopwire.analytics.funnels;

import dev.shopwire.analytics.filters.PropertyPath;
import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How many customers go through steps, and how long it takes them (docs/api/reads.md). */
public final class Funnels implements ReadHandler {
  private final Reads reads;
  private final InstantSource clock;

  public Funnels(Reads reads, InstantSource clock) {
    this.reads = reads;
    this.clock = clock;
  }

  @Override
  public Future<JsonResponse> answer(AppScope caller, Query query) {
    FunnelQuestion question = FunnelQuestion.read(query, clock.instant());
    Optional<PropertyPath> breakdown = FunnelQuestion.breakdown(query);
    query.check();
    return reads.scan(
        caller,
        snapshot -> {
          Tallies tallies = new Tallies(question, breakdown.isPresent());
          return new FunnelEvents(snapshot, caller, question, breakdown)
              .forEachCustomer(tallies.occurrences, tallies)
              .compose(done -> snapshot.compute(tallies::answer));
        });
  }

  /** What the customers come to; each is shown once. */
  private static final class Tallies implements Occurrences.Visitor {
    private final FunnelQuestion question;
    private final boolean broken;
    private final Occurrences occurrences;
    private final Matching matching;
    private final FunnelTally tally;
    private final BreakdownTally breakdown;

    Tallies(FunnelQuestion question, boolean broken) {
      this.question = question;
      this.broken = broken;
      occurrences = new Occurrences(broken);
      matching = question.matching();
      tally = new FunnelTally(question.steps());
      breakdown = new BreakdownTally(question.steps(), occurrences.values());
    }

    @Override
    public void visit(long customerId, CustomerEvents events, Occurrences.FirstValue firstValue) {
      matching.furthest(events).ifPresent(attempt -> add(attempt, firstValue));
    }

    private void add(FunnelAttempt attempt, Occurrences.FirstValue firstValue) {
      tally.add(attempt);
      if (broken) {
        breakdown.add(firstValue.of(attempt.firstKey()), attempt);
      }
    }

    JsonResponse answer() {
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
      return JsonResponse.of(answer);
    }
  }
}
