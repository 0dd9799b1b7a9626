package dev.shopwire.analytics.funnels;

import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.KeysetCursor;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The shops that did the steps before one and not that one (docs/api/reads.md), those first that
 * came so far last.
 */
public final class Dropouts implements ReadHandler {
  private static final int DEFAULT_TAKE = 50;
  private static final int MAX_TAKE = 1_000;
  private static final Comparator<DropoutRow> ORDER =
      Comparator.comparingLong(DropoutRow::reachedAt)
          .thenComparingLong(DropoutRow::customerId)
          .reversed();

  private final Reads reads;
  private final InstantSource clock;

  public Dropouts(Reads reads, InstantSource clock) {
    this.reads = reads;
    this.clock = clock;
  }

  @Override
  public Future<JsonResponse> answer(AppScope caller, Query query) {
    FunnelQuestion question = FunnelQuestion.read(query, clock.instant());
    int step = step(query, question);
    int take = query.integer("take", DEFAULT_TAKE, 1, MAX_TAKE);
    query.check();
    List<String> wording = new ArrayList<>(FunnelQuestion.wording(query));
    wording.add(Integer.toString(step));
    PageCursors cursors = query.cursors(caller, wording);
    Optional<KeysetCursor> after = KeysetCursor.read(query, cursors);
    return reads
        .scan(
            caller,
            snapshot -> {
              Leavers leavers = new Leavers(question.matching(), step - 1, after, take + 1);
              return new FunnelEvents(snapshot, caller, question, Optional.empty())
                  .forEachCustomer(new Occurrences(false), leavers)
                  .compose(done -> named(snapshot, caller, leavers.rows()));
            })
        .map(rows -> DropoutRow.answer(rows, take, cursors));
  }

  private static int step(Query query, FunnelQuestion question) {
    if (!query.has("step")) {
      query.fault("step", "required", "is required");
    }
    int last = question.steps().size() == 0 ? Steps.MAX : question.steps().size();
    return query.integer("step", 2, 2, last);
  }

  /** The first ones, in the order of the list, who came so far: no more are kept. */
  private static final class Leavers implements Occurrences.Visitor {
    private final Matching matching;
    private final int reach;
    private final Optional<KeysetCursor> after;
    private final int most;
    private final PriorityQueue<DropoutRow> last = new PriorityQueue<>(ORDER.reversed());

    Leavers(Matching matching, int reach, Optional<KeysetCursor> after, int most) {
      this.matching = matching;
      this.reach = reach;
      this.after = after;
      this.most = most;
    }

    @Override
    public void visit(long customerId, CustomerEvents events, Occurrences.FirstValue firstValue) {
      matching
          .furthest(events)
          .filter(attempt -> attempt.reach() == reach)
          .map(attempt -> new DropoutRow(customerId, attempt.time(reach - 1), ""))
          .filter(row -> after.map(row::isAfter).orElse(true))
          .ifPresent(this::add);
    }

    private void add(DropoutRow row) {
      last.add(row);
      if (last.size() > most) {
        last.poll();
      }
    }

    List<DropoutRow> rows() {
      return last.stream().sorted(ORDER).toList();
    }
  }

  private static Future<List<DropoutRow>> named(
      Snapshot snapshot, AppScope caller, List<DropoutRow> rows) {
    return DropoutRow.domains(snapshot, caller, rows)
        .map(
            domains ->
                rows.stream()
                    .map(row -> row.named(domains.getOrDefault(row.customerId(), "")))
                    .toList());
  }
}
