package dev.shopwire.automation.segments;

import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.automation.tracking.BuildStarts;
import dev.shopwire.automation.tracking.Tracking;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Handles the console's requests about single segments. Not thread-safe; use from one event loop.
 */
public final class SegmentHandlers {
  private final Pool pool;
  private final SegmentSaves saves;

  /**
   * @param builds lets a save of a tracked segment wait until its build has begun
   * @param redefinition part of saves of other definitions
   */
  public SegmentHandlers(Pool pool, BuildStarts builds, Redefinition redefinition) {
    this.pool = pool;
    this.saves = new SegmentSaves(pool, builds, redefinition);
  }

  public Future<JsonResponse> create(AdminRequest request) {
    SegmentInput input = SegmentInput.ofNew(request.body());
    long workspaceId = request.id();
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(exists -> saves.create(workspaceId, input, request.caller().in(workspaceId)))
        .compose(id -> respond(workspaceId, id, request.caller()));
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return respond(request.caller().workspaceId(), request.id(), request.caller());
  }

  public Future<JsonResponse> change(AdminRequest request) {
    SegmentInput input = SegmentInput.ofChange(request.body());
    long workspaceId = request.caller().workspaceId();
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(exists -> saves.change(workspaceId, request.id(), input, request.caller()))
        .compose(changed -> respond(workspaceId, request.id(), request.caller()));
  }

  public Future<JsonResponse> delete(AdminRequest request) {
    long workspaceId = request.caller().workspaceId();
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(exists -> saves.delete(workspaceId, request.id(), request.caller()))
        .map(deleted -> JsonResponse.success());
  }

  /** Asks for a comparison of a tracked segment's members with its condition. */
  public Future<JsonResponse> verify(AdminRequest request) {
    long workspaceId = request.caller().workspaceId();
    return SegmentReads.require(pool, workspaceId, request.id())
        .compose(
            segment ->
                segment.isTracked()
                    ? Tracking.verify(pool, workspaceId, request.id())
                    : Future.failedFuture(
                        Failure.of(
                            Code.CONFLICT,
                            "not_tracked",
                            "The segment is not tracked: it has no stored members")))
        .map(
            startedAt -> {
              Map<String, Object> verification = new LinkedHashMap<>();
              verification.put("status", "running");
              verification.put("startedAt", Times.format(startedAt));
              return JsonResponse.of(Map.of("verification", verification));
            });
  }

  private Future<JsonResponse> respond(long workspaceId, long id, Caller caller) {
    return Snapshots.read(
            pool,
            connection ->
                SegmentReads.require(connection, workspaceId, id)
                    .compose(
                        segment ->
                            SegmentReads.json(
                                connection,
                                workspaceId,
                                List.of(segment),
                                caller.seesPrivateFields())))
        .map(json -> JsonResponse.of(Map.of("segment", json.get(0))));
  }
}
