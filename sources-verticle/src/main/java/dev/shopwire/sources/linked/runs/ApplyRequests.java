package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.contracts.LinkedValueContracts;
import dev.shopwire.common.contracts.LinkedValueContracts.Applied;
import dev.shopwire.common.contracts.LinkedValueContracts.ApplyRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks the enrichment role to apply runs, again and again until their rows say that they are. A run
 * that can't be applied several times in a row has failed. Not thread-safe; use from one event
 * loop.
 */
final class ApplyRequests {
  private static final Duration AGAIN = Duration.ofSeconds(10);

  /** When to ask for a run again if others are being written. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final String BUSY = "busy";

  /** Attempts that fail in a row until the run is given up. */
  private static final int MAX_FAILURES = 6;

  private final Vertx vertx;
  private final Pool pool;
  private final Map<Long, Integer> failures = new HashMap<>();

  /** After a restart, what was asked before may have been lost with the process. */
  private Duration again = Duration.ZERO;

  ApplyRequests(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  /** Asks for the runs that are due; fails if the role can't be reached. */
  Future<Void> ask() {
    return RunTable.ask(pool, again)
        .compose(
            runs -> {
              again = AGAIN;
              List<Future<Void>> asked = new ArrayList<>();
              runs.forEach(run -> asked.add(ask(run)));
              return Future.join(asked).mapEmpty();
            });
  }

  private Future<Void> ask(RunTable.Applying run) {
    RunKey key = run.key();
    return LinkedValueContracts.APPLY
        .call(vertx, new ApplyRequest(key.workspaceId(), key.id(), run.customers()))
        .compose(applied -> note(key, applied));
  }

  private Future<Void> note(RunKey run, Applied applied) {
    String failure = applied.failure();
    if (failure == null) {
      failures.remove(run.id());
      return applied.status().equals(BUSY)
          ? RunTable.askIn(pool, run, SOON, AGAIN)
          : Future.succeededFuture();
    }
    if (failures.size() > 1_000) {
      failures.clear();
    }
    if (failures.merge(run.id(), 1, Integer::sum) < MAX_FAILURES) {
      return Future.failedFuture(Failure.of(Code.UNAVAILABLE, failure));
    }
    failures.remove(run.id());
    return RunTable.failApplying(pool, run, failure);
  }
}
