package dev.shopwire.enrichment.steps;

import dev.shopwire.common.contracts.StepContracts.Change;
import dev.shopwire.common.contracts.StepContracts.Changes;
import dev.shopwire.common.contracts.StepContracts.Result;
import dev.shopwire.common.contracts.StepContracts.Results;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles changes of customers that steps of flows ask for, one after the other. Not thread-safe;
 * use from one event loop.
 */
public final class StepHandler {
  private static final Logger LOG = LoggerFactory.getLogger(StepHandler.class);

  private final Maker fields;
  private final Maker tags;

  /**
   * @param fields sets fields
   * @param tags changes tags
   */
  public StepHandler(Maker fields, Maker tags) {
    this.fields = fields;
    this.tags = tags;
  }

  /** Makes a change in a transaction of its own. */
  @FunctionalInterface
  public interface Maker {
    Future<Result> make(long workspaceId, Change change);
  }

  /** Fails if the database is unavailable; what was changed before stays changed. */
  public Future<Results> apply(Changes changes) {
    List<Result> results = new ArrayList<>();
    Future<Void> done = Future.succeededFuture();
    for (Change change : changes.changes()) {
      done =
          done.compose(before -> apply(changes.workspaceId(), change))
              .map(
                  result -> {
                    results.add(result);
                    return null;
                  });
    }
    return done.map(all -> new Results(results));
  }

  private Future<Result> apply(long workspaceId, Change change) {
    return Future.<Void>succeededFuture()
        .compose(start -> (change.tag() == null ? fields : tags).make(workspaceId, change))
        .recover(error -> failed(change, error));
  }

  /** A defect that shows with one change keeps none of the others. */
  private static Future<Result> failed(Change change, Throwable error) {
    Throwable known = PostgresFailures.asFailure(error);
    if (known instanceof Failure failure && failure.code() == Code.UNAVAILABLE) {
      return Future.failedFuture(failure);
    }
    if (known instanceof Failure failure && failure.code() == Code.INVALID) {
      return Future.succeededFuture(
          new Result("refused", Objects.requireNonNullElse(failure.getMessage(), ""), false));
    }
    LOG.error("The step {} of run {} failed", change.step(), change.runId(), error);
    return Future.succeededFuture(new Result("failed", error.getClass().getSimpleName(), true));
  }
}
