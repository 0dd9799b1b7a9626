package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.databases.DatabaseTable;
import dev.shopwire.sources.databases.DatabaseUses;
import dev.shopwire.sources.databases.LinkedDatabase;
import dev.shopwire.sources.fence.SourceFailure;
import dev.shopwire.sources.linked.ValueLimits;
import dev.shopwire.sources.linked.ValueReader;
import dev.shopwire.sources.linked.queries.LinkedQuery;
import dev.shopwire.sources.linked.queries.LinkedQueryTable;
import dev.shopwire.sources.linked.runs.LinkedRun.RunError;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Does one run: reads its rows and decides what becomes of them. Not thread-safe; use from one
 * event loop.
 */
final class RunWork {
  /** The most rows, or customers, of a small comparison. */
  private static final long SMALL = 10_000;

  private static final Duration SMALL_STATEMENT = Duration.ofSeconds(5);
  private static final Duration LARGE_STATEMENT = Duration.ofSeconds(60);

  /** The run waits for its turn again. */
  private static final Set<String> BUSY = Set.of("database_busy", "databases_busy");

  private final Tools tools;
  private final LinkedRun run;
  private @Nullable RunReader reader;
  private boolean canceled;

  /**
   * What all runs of a process share.
   *
   * @param owner names the process
   * @param large turns of comparisons that may take minutes
   * @param small turns of comparisons that take seconds
   */
  record Tools(
      Vertx vertx,
      Pool pool,
      UUID owner,
      DatabaseUses uses,
      ValueLimits limits,
      ShopDomain domains,
      ComparisonTurns large,
      ComparisonTurns small) {}

  RunWork(Tools tools, LinkedRun run) {
    this.tools = tools;
    this.run = run;
  }

  /** Rows read so far. */
  long rows() {
    return reader == null ? 0 : reader.rows();
  }

  /** Ends the work, as after the loss of the run. */
  void cancel() {
    canceled = true;
    if (reader != null) {
      reader.cancel();
    }
  }

  /** Completes when the run is over, or applied or held; fails if that couldn't be stored. */
  Future<Void> run() {
    return LinkedQueryTable.require(tools.pool(), run.workspaceId(), run.queryId())
        .compose(
            query ->
                DatabaseTable.require(tools.pool(), run.workspaceId(), query.databaseId())
                    .compose(database -> run(query, database)))
        .recover(this::fail);
  }

  private Future<Void> run(LinkedQuery query, LinkedDatabase database) {
    long app = database.fields().app().map(one -> Long.parseLong(one.id())).orElse(0L);
    return RunField.of(tools.pool(), query, app)
        .compose(
            fields ->
                RunStaging.begin(tools.pool(), run, fields)
                    .compose(
                        begun ->
                            run.kind() == RunKind.ROLLBACK
                                ? rollBack(query)
                                : read(query, database, fields)));
  }

  private Future<Void> read(LinkedQuery query, LinkedDatabase database, List<RunField> fields) {
    ValueReader values = new ValueReader(database.fields().engine(), tools.limits());
    RunReader reading =
        new RunReader(
            tools.vertx(),
            tools.pool(),
            run,
            fields,
            query.settings().source(),
            values,
            tools.domains(),
            tools.limits().customerBytes());
    reader = reading;
    if (canceled) {
      reading.cancel();
    }
    return tools
        .uses()
        .read(database, reading::read)
        .compose(
            rows -> {
              Instant readAt = Instant.now();
              return compare(rows, work -> work.ofRows(query, readAt, rows));
            });
  }

  @FunctionalInterface
  private interface Compare {
    Future<Void> with(Comparison comparison);
  }

  private Future<Void> rollBack(LinkedQuery query) {
    return RunReads.undone(tools.pool(), run)
        .compose(customers -> compare(customers, work -> work.ofRollback(query)));
  }

  /**
   * What is small has another turn, so that it doesn't wait for what is large; unless it turns out
   * to be large, as after a large run.
   */
  private Future<Void> compare(long size, Compare compare) {
    return size > SMALL
        ? compareLarge(compare)
        : compare(tools.small(), compare, SMALL_STATEMENT)
            .recover(
                error ->
                    PostgresFailures.isTimeout(error)
                        ? compareLarge(compare)
                        : Future.failedFuture(error));
  }

  private Future<Void> compareLarge(Compare compare) {
    return compare(tools.large(), compare, LARGE_STATEMENT);
  }

  private Future<Void> compare(ComparisonTurns turns, Compare compare, Duration statement) {
    return turns.run(
        run.workspaceId(),
        () ->
            canceled
                ? Future.failedFuture(RunReader.interrupted())
                : compare.with(new Comparison(tools.pool(), tools.owner(), run, statement)));
  }

  private Future<Void> fail(Throwable error) {
    if (error instanceof Failure failure && BUSY.contains(failure.reason())) {
      return RunTable.release(tools.pool(), tools.owner(), run);
    }
    Optional<RunError> expected = expected(error);
    if (expected.isPresent()) {
      return RunTable.fail(tools.pool(), tools.owner(), run, expected.get());
    }
    RunError unexpected =
        PostgresFailures.isOutage(error)
            ? new RunError("interrupted", "PostgreSQL was not available to Shopwire")
            : new RunError("internal", "The run could not be completed; the log has the reason");
    return RunTable.fail(tools.pool(), tools.owner(), run, unexpected)
        .compose(failed -> Future.failedFuture(error));
  }

  private static Optional<RunError> expected(Throwable error) {
    if (error instanceof SourceFailure source) {
      return Optional.of(new RunError(source.code(), source.message()));
    }
    return error instanceof Failure failure
        ? Optional.of(new RunError(failure.reason(), failure.message()))
        : Optional.empty();
  }
}
