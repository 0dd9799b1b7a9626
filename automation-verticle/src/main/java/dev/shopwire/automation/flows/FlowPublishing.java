package dev.shopwire.automation.flows;

import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.runs.causes.MemberEntries;
import dev.shopwire.automation.runs.causes.Schedules;
import dev.shopwire.automation.runs.causes.StoredBefore;
import dev.shopwire.automation.runs.engine.RunUpdates;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.automation.segments.SegmentTracking;
import dev.shopwire.automation.tracking.BuildStarts;
import dev.shopwire.automation.tracking.SegmentCauses;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Publishes drafts, each in one transaction with the locks of {@link FlowSaves}. Runs on the
 * caller's event loop.
 */
final class FlowPublishing {
  private final Vertx vertx;
  private final Pool pool;
  private final BuildStarts builds;

  /**
   * @param builds lets it wait until segments that it makes tracked are built
   */
  FlowPublishing(Vertx vertx, Pool pool, BuildStarts builds) {
    this.vertx = vertx;
    this.pool = pool;
    this.builds = builds;
  }

  /**
   * A flow that is published.
   *
   * @param isNew whether its version is new
   * @param built segments whose members are found now
   */
  private record Published(Flow flow, boolean isNew, List<Long> built) {}

  /**
   * Makes the draft the version that runs start with. One that is that already stays it; a flow
   * that is paused stays paused.
   *
   * @param revision of the draft that the caller knows; empty for any
   */
  Future<Void> publish(FlowKey key, Optional<Integer> revision, Caller caller) {
    RequestDeadline deadline = RequestDeadline.fromNow();
    return Transactions.run(
            pool,
            connection ->
                FlowSaves.lock(connection, key.workspaceId())
                    .compose(locked -> FlowTable.lock(connection, key))
                    .compose(
                        flow -> {
                          FlowSaves.requireChangeable(flow, revision);
                          return FlowDrafts.requireValid(connection, flow)
                              .compose(
                                  valid -> {
                                    deadline.check();
                                    return publish(connection, flow, caller);
                                  });
                        }))
        .compose(
            published ->
                builds
                    .await(key.workspaceId(), published.built())
                    .compose(built -> StoredBefore.await(vertx, pool))
                    .compose(over -> lookAgain(published)));
  }

  /**
   * Changes in transactions that began before the commit were not noted for the flow. Few runs can
   * have begun since.
   */
  private Future<Void> lookAgain(Published published) {
    Flow flow = published.flow();
    Integer version = flow.version();
    return !published.isNew()
            || version == null
            || new Plan(flow.draft().definition()).followed().isEmpty()
        ? Future.succeededFuture()
        : Transactions.run(
            pool,
            connection ->
                FlowTable.lock(connection, flow.key())
                    .compose(
                        locked ->
                            RunUpdates.wake(
                                connection,
                                flow.key().workspaceId(),
                                new VersionKey(flow.key().flowId(), version)))
                    .mapEmpty());
  }

  private static Future<Published> publish(SqlConnection connection, Flow flow, Caller caller) {
    Integer current = flow.version();
    if (current == null) {
      return publish(connection, flow, 1, caller);
    }
    return FlowVersions.find(connection, flow.key(), current)
        .compose(
            published ->
                published.equals(Optional.of(flow.draft()))
                    ? Future.succeededFuture(new Published(flow, false, List.of()))
                    : publish(connection, flow, current + 1, caller));
  }

  private static Future<Published> publish(
      SqlConnection connection, Flow flow, int version, Caller caller) {
    FlowKey key = flow.key();
    FlowDefinition definition = flow.draft().definition();
    FlowStatus status =
        flow.status() == FlowStatus.PAUSED ? FlowStatus.PAUSED : FlowStatus.PUBLISHED;
    return FlowVersions.insert(connection, key, version, flow.draft())
        .compose(stored -> FlowUses.replace(connection, key, version, definition))
        .compose(stored -> FollowedReads.of(connection, key.workspaceId(), new Plan(definition)))
        .compose(reads -> FlowTriggers.publish(connection, key, version, definition, reads))
        .compose(stored -> schedule(connection, key, version, definition))
        .compose(stored -> FlowTable.setStatus(connection, key, status, version))
        .compose(
            changed ->
                record(connection, changed, version, caller)
                    .compose(recorded -> track(connection, key, version, definition, caller))
                    .map(built -> new Published(changed, true, built)));
  }

  private static Future<Void> record(
      SqlConnection connection, Flow flow, int version, Caller caller) {
    return AuditLog.write(
        connection,
        caller,
        AuditEntry.of(
            "flow.published",
            flow.auditObject(),
            Map.of("version", version, "revision", flow.revision())));
  }

  private static Future<Void> schedule(
      SqlConnection connection, FlowKey key, int version, FlowDefinition definition) {
    return definition.trigger() instanceof Trigger.Schedule schedule
        ? Schedules.put(
            connection, key.workspaceId(), new VersionKey(key.flowId(), version), schedule)
        : Schedules.remove(connection, key.workspaceId(), key.flowId());
  }

  private static Future<List<Long>> track(
      SqlConnection connection,
      FlowKey key,
      int version,
      FlowDefinition definition,
      Caller caller) {
    if (!(definition.trigger() instanceof Trigger.SegmentChange change)) {
      return Future.succeededFuture(List.of());
    }
    boolean membersEnter = version == 1 && change.includesMembers();
    return SegmentTracking.start(
            connection,
            key.workspaceId(),
            change.segmentId(),
            "/definition/trigger/segment",
            caller)
        .compose(
            built ->
                SegmentCauses.begin(connection, key.workspaceId(), change.segmentId())
                    .compose(
                        until ->
                            membersEnter
                                ? MemberEntries.add(
                                    connection,
                                    key.workspaceId(),
                                    key.flowId(),
                                    change.segmentId(),
                                    change.isEntered(),
                                    until)
                                : Future.succeededFuture())
                    .map(begun -> built));
  }
}
