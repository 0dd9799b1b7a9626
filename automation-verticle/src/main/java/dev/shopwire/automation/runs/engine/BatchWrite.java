package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.automation.runs.causes.Causes;
import dev.shopwire.automation.runs.causes.Causes.Cause;
import dev.shopwire.automation.runs.engine.Entries.EntryKey;
import dev.shopwire.automation.runs.machine.StepLog;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes what a transaction made of its customers, with one statement for each table. For one
 * transaction; not thread-safe.
 */
final class BatchWrite {
  private final List<Long> claimed;
  private final FlowCounts counts;
  private final List<RunResult> fresh = new ArrayList<>();
  private final List<RunResult> changed = new ArrayList<>();
  private final List<RunSteps.Done> steps = new ArrayList<>();
  private final List<HeldEvents.Held> held = new ArrayList<>();
  private final List<Long> taken = new ArrayList<>();
  private final List<Long> cancelled = new ArrayList<>();
  private final List<StepRequests.Asked> asked = new ArrayList<>();
  private final List<Long> answered = new ArrayList<>();
  private final Map<EntryKey, Entries.Entry> entries = new HashMap<>();
  private final List<Long> withdrawn = new ArrayList<>();
  private final List<Cause> causes = new ArrayList<>();
  private final List<Refusals.Refusal> refusals = new ArrayList<>();

  /**
   * @param claimed the ids of all customers of the transaction
   * @param counts what was counted so far
   */
  BatchWrite(List<Long> claimed, FlowCounts counts) {
    this.claimed = List.copyOf(claimed);
    this.counts = counts;
  }

  void add(CustomerWork customer) {
    causes.addAll(customer.causes());
    withdrawn.addAll(customer.withdrawn());
    refusals.addAll(customer.refusals());
    customer.entered().forEach(entry -> entries.merge(entry.key(), entry, (one, later) -> later));
    customer.pending().stream()
        .map(PendingCause::row)
        .forEach(row -> (customer.isStored(row) ? changed : fresh).add(row));
    customer.runs().forEach(this::add);
  }

  private void add(RunWork run) {
    RunResult result = run.result();
    long id = result.run().id();
    (run.isNew() ? fresh : changed).add(result);
    addSteps(run);
    held.addAll(run.held());
    count(run, result);
    if (run.hasTakenHeld()) {
      taken.add(id);
    }
    if (run.end().filter(end -> end.reason().cancelsMails()).isPresent()) {
      cancelled.add(id);
    }
    if (run.isDoneWithRequest()) {
      answered.add(id);
    }
    run.asked()
        .map(change -> new StepRequests.Asked(run.record().version().flowId(), change))
        .ifPresent(asked::add);
  }

  private void addSteps(RunWork run) {
    int number = run.record().logged();
    for (StepLog log : run.log()) {
      steps.add(new RunSteps.Done(run.record().id(), number++, log));
    }
  }

  private void count(RunWork run, RunResult result) {
    VersionKey version = run.record().version();
    run.log().forEach(log -> counts.done(version, log.step(), log.outcome()));
    if (result.reason() != null) {
      counts.ended(version, result.reason());
    }
  }

  /** How many changes were asked for. */
  int asked() {
    return asked.size();
  }

  Future<Void> write(SqlConnection connection, long workspaceId) {
    return Transactions.join(
        List.of(
            FlowRuns.insert(connection, workspaceId, fresh),
            FlowRuns.update(connection, workspaceId, changed),
            FlowRuns.delete(connection, workspaceId, withdrawn),
            RunSteps.add(connection, workspaceId, steps),
            Entries.add(connection, workspaceId, entries.values()),
            HeldEvents.delete(connection, workspaceId, taken),
            HeldEvents.add(connection, workspaceId, held),
            StepRequests.delete(connection, workspaceId, answered),
            StepRequests.add(connection, workspaceId, asked),
            causes.isEmpty()
                ? Future.succeededFuture()
                : Causes.delete(connection, workspaceId, causes),
            cancelled.isEmpty()
                ? Future.succeededFuture()
                : MessageQueue.cancelRuns(connection, workspaceId, cancelled),
            CustomerFailures.forget(connection, workspaceId, claimed),
            Refusals.add(connection, workspaceId, refusals),
            counts.write(connection, workspaceId)));
  }
}
