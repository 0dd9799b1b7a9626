package dev.shopwire.automation;

import dev.shopwire.automation.dryruns.DryRunHandlers;
import dev.shopwire.automation.dryruns.DryRunJobs;
import dev.shopwire.automation.dryruns.DryRunList;
import dev.shopwire.automation.flows.FlowHandlers;
import dev.shopwire.automation.flows.FlowVersionList;
import dev.shopwire.automation.flows.RunUpdater;
import dev.shopwire.automation.reads.HeavyReads;
import dev.shopwire.automation.runs.calls.CustomerHistory;
import dev.shopwire.automation.runs.calls.MissedSchedules;
import dev.shopwire.automation.runs.calls.RunCounts;
import dev.shopwire.automation.runs.calls.RunHandlers;
import dev.shopwire.automation.runs.engine.FlowVerticle;
import dev.shopwire.automation.runs.explanations.EntryExplanationHandlers;
import dev.shopwire.automation.runs.plans.Plans;
import dev.shopwire.automation.tracking.BuildStarts;
import dev.shopwire.common.contracts.FlowContracts;
import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.query.CursorSigner;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.List;

/** Serves the calls about flows, their runs and dry runs. */
final class FlowServer {
  private final AutomationContext context;
  private final BuildStarts builds;
  private final DryRunJobs dryRunJobs;
  private final RunUpdater runUpdater;

  FlowServer(AutomationContext context, BuildStarts builds) {
    this.context = context;
    this.builds = builds;
    this.dryRunJobs = new DryRunJobs(context.vertx(), context.pool(), context.heavy());
    this.runUpdater = new RunUpdater(context.vertx(), context.pool());
  }

  Future<?> serve() {
    Pool pool = context.pool();
    HeavyReads heavy = context.heavy();
    CursorSigner signer = context.signer();
    int stuckSeconds = stuckSeconds();
    FlowHandlers flows =
        new FlowHandlers(context.vertx(), pool, builds, context.config().flowsPerWorkspace());
    FlowVersionList flowVersions = new FlowVersionList(pool, signer);
    RunHandlers runs = new RunHandlers(pool, signer, stuckSeconds);
    Plans plans = new Plans(FlowVerticle::read);
    RunCounts runCounts = new RunCounts(pool, plans);
    CustomerHistory history = new CustomerHistory(pool, signer);
    MissedSchedules missed = new MissedSchedules(pool, signer);
    EntryExplanationHandlers entries =
        new EntryExplanationHandlers(pool, heavy, plans, stuckSeconds);
    DryRunHandlers dryRuns = new DryRunHandlers(pool, heavy, dryRunJobs);
    DryRunList dryRunList = new DryRunList(pool, signer);
    return Future.all(
        List.of(
            context.serve(FlowContracts.LIST, query -> FlowHandlers.LIST.page(pool, signer, query)),
            context.serve(FlowContracts.CREATE, flows::create),
            context.serve(FlowContracts.SHOW, flows::show),
            context.serve(FlowContracts.CHANGE, flows::change),
            context.serve(FlowContracts.DELETE, flows::delete),
            context.serve(FlowContracts.PUBLISH, flows::publish),
            context.serve(FlowContracts.VERSIONS, flowVersions::list),
            context.serve(FlowContracts.PAUSE, flows::pause),
            context.serve(FlowContracts.RESUME, flows::resume),
            context.serve(FlowContracts.ARCHIVE, flows::archive),
            context.serve(FlowContracts.MOVE_RUNS, flows::moveRuns),
            context.serve(FlowContracts.RUNS, runs::list),
            context.serve(FlowContracts.COUNTS, runCounts::show),
            context.serve(FlowContracts.EXPLAIN, entries::explain),
            context.serve(FlowContracts.SHOW_RUN, runs::show),
            context.serve(FlowContracts.CANCEL_RUN, runs::cancel),
            context.serve(FlowContracts.OF_CUSTOMER, history::list),
            context.serve(FlowContracts.MISSED_SCHEDULES, missed::list),
            context.serve(FlowContracts.CREATE_DRY_RUN, dryRuns::create),
            context.serve(FlowContracts.SHOW_DRY_RUN, dryRuns::show),
            context.serve(FlowContracts.DRY_RUN_RUNS, dryRunList::list)));
  }

  void addExports(ExportServer server) {
    server
        .list("listFlows", FlowHandlers.LIST.export())
        .list("listFlowVersions", FlowVersionList.export())
        .list("listMissedSchedules", MissedSchedules.export())
        .list("listCustomerAutomation", CustomerHistory.export())
        .list("listDryRunRuns", DryRunList.export())
        .list("listFlowRuns", RunHandlers.export(stuckSeconds()));
  }

  private int stuckSeconds() {
    return context.config().flows().stuckSeconds();
  }

  /** Begins what works in the background, once all calls are served. */
  void start() {
    dryRunJobs.look();
    runUpdater.look();
  }

  Future<?> close() {
    return Future.join(dryRunJobs.close(), runUpdater.close());
  }
}
