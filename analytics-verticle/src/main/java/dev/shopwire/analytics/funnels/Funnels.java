package dev.shopwire.analytics.funnels;

import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports how many customers complete each step, and how long they take (docs/api/reads.md). */
public final class Funnels implements ReadHandler {
  private final Reads reads;
  private final InstantSource clock;

  public Funnels(Reads reads, InstantSource clock) {
    this.reads = reads;
    this.clock = clock;
  }

  @Override
  public Future<JsonResponse> handle(AppScope app, Query query) {
    FunnelRequest funnel = FunnelRequest.read(query, clock.instant());
    Optional<PropertyPath> breakdown = FunnelRequest.breakdown(query);
    query.throwIfInvalid();
    return reads.scan(
        app,
        snapshot -> {
          Tallies tallies = new Tallies(funnel, breakdown.isPresent());
          return new FunnelEvents(snapshot, app, funnel, breakdown)
              .forEachCustomer(tallies.groups, tallies)
              .compose(done -> snapshot.compute(tallies::response));
        });
  }

  /** Tallies the attempts of the customers, each of whom is visited once. */
  private static final class Tallies implements CustomerEventGroups.Visitor {
    private final FunnelRequest funnel;
    private final boolean hasBreakdown;
    private final CustomerEventGroups groups;
    private final Matching matching;
    private final FunnelTally tally;
    private final BreakdownTally breakdown;

    Tallies(FunnelRequest funnel, boolean hasBreakdown) {
      this.funnel = funnel;
      this.hasBreakdown = hasBreakdown;
      groups = new CustomerEventGroups(hasBreakdown);
      matching = funnel.matching();
      tally = new FunnelTally(funnel.steps());
      breakdown = new BreakdownTally(funnel.steps(), groups.values());
    }

    @Override
    public void visit(
        long customerId, CustomerEvents events, CustomerEventGroups.FirstValue firstValue) {
      matching.furthest(events).ifPresent(attempt -> add(attempt, firstValue));
    }

    private void add(FunnelAttempt attempt, CustomerEventGroups.FirstValue firstValue) {
      tally.add(attempt);
      if (hasBreakdown) {
        breakdown.add(firstValue.of(attempt.firstKey()), attempt);
      }
    }

    JsonResponse response() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("startDate", funnel.range().startDate());
      json.put("endDate", funnel.range().endDate());
      json.put("timezone", funnel.range().zone().getId());
      json.put("order", funnel.order());
      json.put("windowSeconds", funnel.window().toSeconds());
      json.putAll(tally.json());
      if (hasBreakdown) {
        json.put("breakdown", breakdown.json());
      }
      return JsonResponse.of(json);
    }
  }
}
