package dev.shopwire.automation.flows;

import dev.shopwire.automation.flows.Bodies.Runs;
import dev.shopwire.automation.flows.FlowPauses.Overdue;
import dev.shopwire.automation.messages.MailHolds;
import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.automation.runs.causes.StoredBefore;
import dev.shopwire.automation.runs.engine.FlowWakes;
import dev.shopwire.automation.runs.engine.RunUpdates;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Pauses, resumes and archives flows. Their states:
 *
 * <pre>
 * draft              publish → published
 * published          pause   → paused: no step acts, and its mails are held
 * paused             resume  → published, once the times of all its runs have been moved
 * published, paused  archive → archived: no new runs; active ones finish, or end with their mails held
 * </pre>
 *
 * Each change locks the flow's row. Runs on the caller's event loop.
 */
final class FlowActions {
  private final Vertx vertx;
  private final Pool pool;

  FlowActions(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  /** Locks a flow, and what else is changed with it. */
  @FunctionalInterface
  private interface Lock {
    Future<Flow> take(SqlConnection connection);
  }

  /** Changes the status of a flow that is locked. */
  @FunctionalInterface
  private interface Change {
    Future<Flow> apply(SqlConnection connection, Flow flow);
  }

  /** Fails with 409 if the status is none of these. */
  static void require(Flow flow, FlowStatus... allowed) {
    if (!Set.of(allowed).contains(flow.status())) {
      throw Failure.of(
          Code.CONFLICT,
          "wrong_status",
          "The flow is %s, so this can't be done".formatted(flow.status().id()));
    }
  }

  /** No step acts and no mail begins after the commit. */
  Future<Flow> pause(FlowKey key, boolean dropsEntries, Caller caller) {
    return run(
        connection -> FlowTable.lock(connection, key),
        caller,
        "flow.paused",
        Map.of("entries", dropsEntries ? "drop" : "keep"),
        (connection, flow) -> {
          require(flow, FlowStatus.PUBLISHED);
          return FlowPauses.begin(connection, key, dropsEntries)
              .compose(begun -> MailHolds.holdFlow(connection, key.workspaceId(), key.flowId()))
              .compose(held -> setStatus(connection, flow, FlowStatus.PAUSED));
        });
  }

  private static Future<Flow> setStatus(SqlConnection connection, Flow flow, FlowStatus status) {
    return FlowTable.setStatus(
        connection, flow.key(), status, Objects.requireNonNull(flow.version()));
  }

  Future<Flow> resume(FlowKey key, Overdue overdue, Caller caller) {
    return run(
            connection -> FlowTable.lock(connection, key),
            caller,
            "flow.resumed",
            Map.of("overdue", overdue.id()),
            (connection, flow) -> {
              require(flow, FlowStatus.PAUSED);
              requireNotResuming(flow);
              return FlowPauses.end(connection, key, overdue)
                  .compose(
                      ended ->
                          ended ? release(connection, flow) : FlowTable.require(connection, key));
            })
        .onSuccess(resumed -> wake());
  }

  private static void requireNotResuming(Flow flow) {
    if (flow.isResuming()) {
      throw Failure.of(
          Code.CONFLICT,
          "wrong_status",
          "The flow is being resumed: it continues once all its runs have been rescheduled");
    }
  }

  /** Lets the runs and mails of a paused flow continue after the commit. */
  static Future<Flow> release(SqlConnection connection, Flow flow) {
    return MailHolds.releaseFlow(connection, flow.key().workspaceId(), flow.key().flowId())
        .compose(released -> setStatus(connection, flow, FlowStatus.PUBLISHED));
  }

  /** No run starts after the commit. If active runs may finish, overdue steps act at once. */
  Future<Flow> archive(FlowKey key, Runs runs, Caller caller) {
    boolean endsRuns = runs == Runs.END;
    return run(
            connection ->
                FlowSaves.lock(connection, key.workspaceId())
                    .compose(locked -> FlowTable.lock(connection, key)),
            caller,
            "flow.archived",
            Map.of("runs", runs.name().toLowerCase(Locale.ROOT)),
            (connection, flow) -> {
              require(flow, FlowStatus.PUBLISHED, FlowStatus.PAUSED);
              return RunUpdates.cancelRescheduling(connection, key.workspaceId(), key.flowId())
                  .compose(cancelled -> FlowPauses.end(connection, key, Overdue.SEND))
                  .compose(
                      ended ->
                          endsRuns
                              ? MailHolds.holdFlow(connection, key.workspaceId(), key.flowId())
                              : MailHolds.releaseFlow(connection, key.workspaceId(), key.flowId()))
                  .compose(done -> FlowTriggers.archive(connection, key, endsRuns))
                  .compose(
                      done ->
                          endsRuns
                              ? RunUpdates.wake(connection, key.workspaceId(), key.flowId())
                              : Future.succeededFuture(true))
                  .compose(done -> FlowTable.archive(connection, key, endsRuns));
            })
        .onSuccess(archived -> wake());
  }

  private void wake() {
    FlowWakes.wake(vertx);
    MessageQueue.wake(vertx);
  }

  private Future<Flow> run(
      Lock lock, Caller caller, String action, Map<String, String> details, Change change) {
    return Transactions.run(
            pool,
            connection ->
                lock.take(connection)
                    .compose(flow -> change.apply(connection, flow))
                    .compose(
                        changed ->
                            AuditLog.write(
                                    connection,
                                    caller,
                                    AuditEntry.of(
                                        action, changed.auditObject(), Map.copyOf(details)))
                                .map(changed)))
        .compose(changed -> StoredBefore.await(vertx, pool).map(changed));
  }
}
