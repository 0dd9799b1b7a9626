package dev.shopwire.automation.flows;

import dev.shopwire.automation.definitions.language.StoredDefinition;
import dev.shopwire.automation.resources.NamedResources;
import dev.shopwire.automation.resources.NamedResources.Wording;
import dev.shopwire.automation.segments.SegmentTable;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Creates, changes and deletes flows, each in one transaction. It takes the locks of those who
 * store conditions, then that of the workspace's flows, and holds what the draft names: of a save
 * and the deletion of something that it uses one fails. Runs on the caller's event loop.
 */
final class FlowSaves {
  /** A flow that is archived keeps its name, but doesn't count towards the limit. */
  private static final NamedResources<Flow> RESOURCES =
      new NamedResources<>(
          "flows",
          FlowTable.COLUMNS,
          new Wording("flows", "flow"),
          FlowTable::read,
          flow -> Map.of(),
          Flow::id,
          "status <> 'archived'");

  private final Pool pool;
  private final int limit;

  /**
   * @param limit how many flows a workspace may have that are not archived
   */
  FlowSaves(Pool pool, int limit) {
    this.pool = pool;
    this.limit = limit;
  }

  static Future<Void> lock(SqlConnection connection, long workspaceId) {
    return SegmentTable.lockWithFields(connection, workspaceId)
        .compose(locked -> RESOURCES.lock(connection, workspaceId));
  }

  Future<Flow> create(long workspaceId, FlowInput input, Caller caller) {
    RequestDeadline deadline = RequestDeadline.fromNow();
    return Transactions.run(
        pool,
        connection ->
            lock(connection, workspaceId)
                .compose(locked -> check(connection, workspaceId, input))
                .compose(
                    draft -> {
                      deadline.check();
                      return create(
                          connection,
                          workspaceId,
                          input.name().orElseThrow(),
                          draft.orElseThrow(),
                          caller);
                    }));
  }

  /** The draft of the body; empty if it stays. Fails with 422 and every fault. */
  private static Future<Optional<StoredDefinition>> check(
      SqlConnection connection, long workspaceId, FlowInput input) {
    List<ValidationError> faults = new ArrayList<>(input.faults());
    Future<Optional<StoredDefinition>> checked =
        input
            .definition()
            .map(
                draft ->
                    new Lookups(connection, workspaceId)
                        .check(draft)
                        .map(
                            found -> {
                              faults.addAll(found.faults());
                              return found.definition();
                            }))
            .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    return checked.map(
        draft -> {
          if (!faults.isEmpty()) {
            throw Failure.invalid(faults);
          }
          return draft;
        });
  }

  private Future<Flow> create(
      SqlConnection connection,
      long workspaceId,
      String name,
      StoredDefinition draft,
      Caller caller) {
    return RESOURCES
        .check(connection, workspaceId, 0, name, limit)
        .compose(free -> FlowTable.insert(connection, workspaceId, name, draft))
        .compose(
            created ->
                FlowUses.replace(connection, created.key(), FlowUses.DRAFT, draft.definition())
                    .compose(stored -> FlowReads.auditFields(connection, created))
                    .compose(
                        fields ->
                            AuditLog.write(
                                connection,
                                caller,
                                AuditEntry.created("flow.created", created.auditObject(), fields)))
                    .map(created));
  }

  /**
   * Fails with 404 if there is no such flow, and with 409 if it is archived or its draft is not the
   * one that the caller knows.
   */
  Future<Flow> change(FlowKey key, FlowInput input, Caller caller) {
    RequestDeadline deadline = RequestDeadline.fromNow();
    return Transactions.run(
        pool,
        connection ->
            lock(connection, key.workspaceId())
                .compose(locked -> FlowTable.lock(connection, key))
                .compose(
                    before -> {
                      requireChangeable(before, input.revision());
                      return check(connection, key.workspaceId(), input)
                          .compose(
                              draft -> {
                                deadline.check();
                                return change(connection, before, input, draft, caller);
                              });
                    }));
  }

  static void requireChangeable(Flow flow, Optional<Integer> revision) {
    FlowActions.require(flow, FlowStatus.DRAFT, FlowStatus.PUBLISHED, FlowStatus.PAUSED);
    if (revision.isPresent() && revision.get() != flow.revision()) {
      throw Failure.of(
              Code.CONFLICT,
              "revision_conflict",
              "The draft has changed: its revision is " + flow.revision())
          .with("revision", flow.revision());
    }
  }

  private Future<Flow> change(
      SqlConnection connection,
      Flow before,
      FlowInput input,
      Optional<StoredDefinition> sent,
      Caller caller) {
    String name = input.name().orElse(before.name());
    StoredDefinition draft = sent.orElse(before.draft());
    boolean isRedefined = !draft.equals(before.draft());
    if (!isRedefined && name.equals(before.name())) {
      return Future.succeededFuture(before);
    }
    int revision = before.revision() + (isRedefined ? 1 : 0);
    return RESOURCES
        .check(connection, before.key().workspaceId(), before.id(), name, limit)
        .compose(free -> FlowTable.update(connection, before.key(), name, draft, revision))
        .compose(
            after ->
                FlowUses.replace(connection, before.key(), FlowUses.DRAFT, draft.definition())
                    .compose(stored -> recordChange(connection, before, after, caller))
                    .map(after));
  }

  private static Future<Void> recordChange(
      SqlConnection connection, Flow before, Flow after, Caller caller) {
    return FlowReads.auditFields(connection, before)
        .compose(
            old ->
                FlowReads.auditFields(connection, after)
                    .compose(
                        fields ->
                            AuditLog.write(
                                connection,
                                caller,
                                AuditEntry.changed(
                                    "flow.changed", after.auditObject(), old, fields))));
  }

  /** Fails with 404 if there is no such flow, and with 409 if it was published. */
  Future<Void> delete(FlowKey key, Caller caller) {
    return Transactions.run(
        pool,
        connection ->
            FlowTable.lock(connection, key)
                .compose(
                    flow -> {
                      if (flow.version() != null) {
                        throw Failure.of(
                            Code.CONFLICT,
                            "was_published",
                            "The flow was published: archive it instead");
                      }
                      return recordDeletion(connection, flow, caller);
                    })
                .compose(recorded -> FlowTable.delete(connection, key)));
  }

  private static Future<Void> recordDeletion(SqlConnection connection, Flow flow, Caller caller) {
    return FlowReads.auditFields(connection, flow)
        .compose(
            fields ->
                AuditLog.write(
                    connection,
                    caller,
                    AuditEntry.deleted("flow.deleted", flow.auditObject(), fields)));
  }
}
