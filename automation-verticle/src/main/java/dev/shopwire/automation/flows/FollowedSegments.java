package dev.shopwire.automation.flows;

import dev.shopwire.automation.definitions.language.StoredDefinition;
import dev.shopwire.automation.runs.engine.RunUpdates;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.automation.tracking.SegmentReadIndex;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Iterator;
import java.util.Set;

/**
 * Lets runs follow what the segments of their conditions read, when those are defined anew. Runs on
 * the caller's event loop.
 */
public final class FollowedSegments {
  private static final String VERSIONS =
      """
      select v.flow_id, v.version, v.definition from flow_versions v
      join flows f on f.workspace_id = v.workspace_id and f.id = v.flow_id
      where v.workspace_id = $1 and f.ends_runs is not true and exists (
        select from flow_uses u
        where u.workspace_id = $1 and u.flow_id = v.flow_id and u.version = v.version
          and u.kind in ('segment', 'tracked_segment') and u.used_id = any($2))
      order by v.flow_id, v.version
      """;

  private FollowedSegments() {}

  private record Version(FlowKey key, int version, Plan plan) {}

  /** Part of the transaction that saves the definitions, which has the lock of segments. */
  public static Future<Void> redefined(
      SqlConnection connection, long workspaceId, Set<Long> segments) {
    return connection
        .preparedQuery(VERSIONS)
        .execute(Tuple.of(workspaceId).addArrayOfLong(segments.toArray(Long[]::new)))
        .compose(
            rows -> {
              Iterator<Version> versions =
                  Rows.list(
                          rows,
                          row ->
                              new Version(
                                  new FlowKey(workspaceId, row.getLong("flow_id")),
                                  row.getInteger("version"),
                                  new Plan(
                                      StoredDefinition.parse(row.getString("definition"))
                                          .definition())))
                      .stream()
                      .filter(version -> !version.plan().followed().isEmpty())
                      .iterator();
              return versions.hasNext()
                  ? follow(connection, versions)
                      .compose(done -> SegmentReadIndex.replaceOfFlows(connection, workspaceId))
                  : Future.succeededFuture();
            });
  }

  private static Future<Void> follow(SqlConnection connection, Iterator<Version> versions) {
    return versions.hasNext()
        ? follow(connection, versions.next()).compose(done -> follow(connection, versions))
        : Future.succeededFuture();
  }

  /** No transaction works on the runs while the flow is locked. */
  private static Future<Void> follow(SqlConnection connection, Version version) {
    FlowKey key = version.key();
    return FollowedReads.of(connection, key.workspaceId(), version.plan())
        .compose(reads -> FlowTriggers.addReads(connection, key, version.version(), reads))
        .compose(added -> FlowTable.lock(connection, key))
        .compose(
            locked ->
                RunUpdates.wake(
                        connection,
                        key.workspaceId(),
                        new VersionKey(key.flowId(), version.version()))
                    .mapEmpty());
  }
}
