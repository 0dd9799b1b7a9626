package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.sources.linked.queries.Guard;
import dev.shopwire.sources.linked.queries.LinkedQuery;
import dev.shopwire.sources.linked.queries.LinkedQueryTable;
import dev.shopwire.sources.linked.runs.ChangeTable.Counts;
import dev.shopwire.sources.linked.runs.LinkedRun.Changes;
import dev.shopwire.sources.linked.runs.LinkedRun.GuardCheck;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * Decides what becomes of a run whose rows are stored, in one transaction. It is applied at once if
 * nothing differs, held if the guard says so, and else applied by the enrichment role. Runs on the
 * caller's event loop.
 */
final class Comparison {
  // PostgreSQL then notices soon that its client is gone, and the run is not locked for long.
  // Tables
  // of runs have no statistics while they are filled: a join of a whole run must not be a loop.
  private static final String SETTINGS =
      """
      select set_config('enable_nestloop', 'off', true), set_config('work_mem', '32MB', true),
        set_config('statement_timeout', $1, true),
        case when current_setting('server_version_num')::int >= 140000
          then set_config('client_connection_check_interval', '2s', true) end
      """;

  private final Pool pool;
  private final UUID owner;
  private final LinkedRun run;
  private final Duration statement;

  /**
   * @param statement how long each statement may take
   */
  Comparison(Pool pool, UUID owner, LinkedRun run, Duration statement) {
    this.pool = pool;
    this.owner = owner;
    this.run = run;
    this.statement = statement;
  }

  /** Rows that can be used, bad ones by code, and customers that no row names any more. */
  private record Sorted(long rows, long good, Map<String, Long> bad, long removed) {}

  /** Of a run that has read {@code rows} rows. */
  Future<Void> ofRows(LinkedQuery query, Instant readAt, long rows) {
    return decide(
        query,
        client ->
            RunStaging.markDuplicates(client, run)
                .compose(marked -> RunStaging.count(client, run))
                .compose(
                    stored -> {
                      if (stored.rows() != rows) {
                        throw Failure.of(
                            Code.CONFLICT,
                            "interrupted",
                            "PostgreSQL was restarted while the run was read");
                      }
                      return BadRowTable.keep(client, run)
                          .compose(
                              bad ->
                                  CustomerSets.compare(client, run)
                                      .map(
                                          removed ->
                                              new Sorted(rows, stored.good(), bad, removed)));
                    })
                .compose(
                    sorted ->
                        (query.settings().unsetsRemoved()
                                ? ChangeTable.unsetRemoved(client, run)
                                : Future.succeededFuture(0))
                            .compose(unset -> result(client, query, readAt, sorted, unset))));
  }

  /** Of a rollback, which no guard holds. */
  Future<Void> ofRollback(LinkedQuery query) {
    return decide(
        query,
        client ->
            RunTable.lockUndone(client, run)
                .compose(
                    areKept -> {
                      if (!areKept) {
                        throw RunReads.dropped();
                      }
                      return CustomerSets.restore(client, run);
                    })
                .compose(removed -> ChangeTable.restore(client, run))
                .compose(
                    restored ->
                        result(client, query, Instant.now(), new Sorted(0, 0, Map.of(), 0), 0)));
  }

  @FunctionalInterface
  private interface Work {
    Future<RunResult> run(SqlConnection client);
  }

  private Future<Void> decide(LinkedQuery query, Work work) {
    return Transactions.run(
        pool,
        client ->
            client
                .preparedQuery(SETTINGS)
                .execute(Tuple.of(Long.toString(statement.toMillis())))
                .compose(set -> LinkedQueryTable.lock(client, run.workspaceId(), run.queryId()))
                .compose(
                    now -> {
                      if (now.definition() != query.definition()) {
                        throw Failure.of(
                            Code.CONFLICT,
                            "changed_meanwhile",
                            "The linked query was changed while the run was read");
                      }
                      return RunTable.lockOwn(client, owner, run);
                    })
                .compose(
                    isOwn ->
                        isOwn
                            ? CustomerSets.settle(client, run)
                                .compose(settled -> work.run(client))
                                .compose(
                                    result ->
                                        RunTable.complete(
                                            client, result, query.settings().announces()))
                                .compose(done -> RunStaging.delete(client, RunKey.of(run)))
                            : Future.succeededFuture()));
  }

  private Future<RunResult> result(
      SqlConnection client, LinkedQuery query, Instant readAt, Sorted sorted, int unsetCustomers) {
    return ChangeTable.count(client, run)
        .compose(
            counts ->
                ChangeTable.base(client, run)
                    .map(base -> result(query, readAt, sorted, unsetCustomers, counts, base)));
  }

  private RunResult result(
      LinkedQuery query,
      Instant readAt,
      Sorted sorted,
      int unsetCustomers,
      Counts counts,
      long base) {
    Guard guard = query.settings().guard();
    boolean isHeld = run.kind() != RunKind.ROLLBACK && guard.holds(counts.affected(), base);
    RunStatus status =
        counts.customers() == 0 ? RunStatus.APPLIED : isHeld ? RunStatus.HELD : RunStatus.APPLYING;
    long unchanged = Math.max(0, sorted.good() - (counts.customers() - unsetCustomers));
    return new RunResult(
        run,
        status,
        readAt,
        sorted.rows(),
        sorted.bad(),
        new Changes(counts.customers(), counts.set(), counts.changed(), counts.unset(), unchanged),
        sorted.removed(),
        new GuardCheck(counts.affected(), base, guard.percent(), guard.limit(base)),
        counts.bytes());
  }
}
