package dev.shopwire.automation.flows;

import dev.shopwire.automation.flows.Bodies.Runs;
import dev.shopwire.automation.flows.FlowPauses.Overdue;
import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.automation.resources.ListedResource;
import dev.shopwire.automation.tracking.BuildStarts;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.Map;
import java.util.Optional;

/** Handles the console's requests about single flows. Runs on the caller's event loop. */
public final class FlowHandlers {
  public static final ListedResource<?> LIST =
      new ListedResource<>("flows", FlowTable.LISTED_COLUMNS, FlowTable::read, FlowReads::listed);

  private final Pool pool;
  private final FlowSaves saves;
  private final FlowPublishing publishing;
  private final FlowActions actions;
  private final RunMoves moves;

  /**
   * @param builds lets requests wait until segments that they make tracked are built
   * @param flowsPerWorkspace the largest number of those that are not archived
   */
  public FlowHandlers(Vertx vertx, Pool pool, BuildStarts builds, int flowsPerWorkspace) {
    this.pool = pool;
    this.saves = new FlowSaves(pool, flowsPerWorkspace);
    this.publishing = new FlowPublishing(vertx, pool, builds);
    this.actions = new FlowActions(vertx, pool);
    this.moves = new RunMoves(vertx, pool);
  }

  public Future<JsonResponse> create(AdminRequest request) {
    FlowInput input = FlowInput.read(request.body(), true);
    long workspaceId = request.id();
    Caller caller = request.caller().in(workspaceId);
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(exists -> saves.create(workspaceId, input, caller))
        .compose(created -> respond(created.key(), caller));
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return respond(key(request), request.caller());
  }

  public Future<JsonResponse> change(AdminRequest request) {
    FlowInput input = FlowInput.read(request.body(), false);
    return responsive(request)
        .compose(exists -> saves.change(key(request), input, request.caller()))
        .compose(changed -> respond(key(request), request.caller()));
  }

  public Future<JsonResponse> delete(AdminRequest request) {
    return saves.delete(key(request), request.caller()).map(deleted -> JsonResponse.success());
  }

  public Future<JsonResponse> publish(AdminRequest request) {
    Optional<Integer> revision = Bodies.revision(request.body());
    return responsive(request)
        .compose(exists -> publishing.publish(key(request), revision, request.caller()))
        .compose(published -> respond(key(request), request.caller()));
  }

  public Future<JsonResponse> pause(AdminRequest request) {
    boolean dropsEntries = Bodies.dropsEntries(request.body());
    return actions
        .pause(key(request), dropsEntries, request.caller())
        .compose(paused -> respond(key(request), request.caller()));
  }

  public Future<JsonResponse> resume(AdminRequest request) {
    Overdue overdue = Bodies.overdue(request.body());
    return actions
        .resume(key(request), overdue, request.caller())
        .compose(resumed -> respond(key(request), request.caller()));
  }

  public Future<JsonResponse> archive(AdminRequest request) {
    Runs runs = Bodies.runs(request.body());
    return actions
        .archive(key(request), runs, request.caller())
        .compose(archived -> respond(key(request), request.caller()));
  }

  public Future<JsonResponse> moveRuns(AdminRequest request) {
    MoveInput input = MoveInput.read(request.body());
    return responsive(request)
        .compose(exists -> moves.move(key(request), input, request.caller()))
        .map(moved -> JsonResponse.of(Map.of("move", moved.json())));
  }

  private static FlowKey key(AdminRequest request) {
    return new FlowKey(request.caller().workspaceId(), request.id());
  }

  /** Fails soon if PostgreSQL does not respond: what follows may wait for locks. */
  private Future<Void> responsive(AdminRequest request) {
    return Snapshots.requireWorkspaceOf("flow", pool, request.caller().workspaceId());
  }

  private Future<JsonResponse> respond(FlowKey key, Caller caller) {
    return Snapshots.read(
            pool,
            connection ->
                FlowTable.require(connection, key)
                    .compose(flow -> FlowReads.json(connection, flow, caller.seesPrivateFields())))
        .map(json -> JsonResponse.of(Map.of("flow", json)));
  }
}
