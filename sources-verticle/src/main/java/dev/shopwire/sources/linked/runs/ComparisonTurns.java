package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.telemetry.SharedWork;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides when runs are compared: one at a time, and workspaces in turns. Not thread-safe; use from
 * one event loop.
 */
final class ComparisonTurns {
  private static final int MAX_WORKSPACES = 1_000;

  private final List<Waiting> waiting = new ArrayList<>();

  /** The number of the last turn of each workspace. */
  private final Map<Long, Long> turns = new HashMap<>();

  private long turn;
  private boolean busy;

  private record Waiting(long workspaceId, Promise<Void> turn) {}

  /** Does work for a workspace when it is its turn. */
  <T> Future<T> run(long workspaceId, Supplier<Future<T>> work) {
    return turn(workspaceId)
        .compose(
            begun ->
                Future.<Void>succeededFuture()
                    .compose(go -> work.get())
                    .onComplete(done -> next()));
  }

  private Future<Void> turn(long workspaceId) {
    if (!busy) {
      busy = true;
      note(workspaceId);
      return Future.succeededFuture();
    }
    Waiting added = new Waiting(workspaceId, SharedWork.promise());
    waiting.add(added);
    return added.turn().future();
  }

  private void note(long workspaceId) {
    if (turns.size() >= MAX_WORKSPACES) {
      turns.clear();
    }
    turns.put(workspaceId, ++turn);
  }

  /** The workspace whose last turn was the longest ago; of each the first that came. */
  private void next() {
    Optional<Waiting> first =
        waiting.stream()
            .min(Comparator.comparing(each -> turns.getOrDefault(each.workspaceId(), 0L)));
    if (first.isEmpty()) {
      busy = false;
      return;
    }
    Waiting chosen = first.get();
    waiting.remove(chosen);
    note(chosen.workspaceId());
    chosen.turn().complete();
  }
}
