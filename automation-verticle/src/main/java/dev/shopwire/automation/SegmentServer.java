package dev.shopwire.automation;

import dev.shopwire.automation.flows.FieldEffects;
import dev.shopwire.automation.flows.FollowedSegments;
import dev.shopwire.automation.reads.HeavyReads;
import dev.shopwire.automation.segments.ConditionHandlers;
import dev.shopwire.automation.segments.CustomerSegments;
import dev.shopwire.automation.segments.ExplanationHandlers;
import dev.shopwire.automation.segments.MemberExport;
import dev.shopwire.automation.segments.MemberHandlers;
import dev.shopwire.automation.segments.SegmentHandlers;
import dev.shopwire.automation.segments.SegmentList;
import dev.shopwire.automation.segments.TransitionHandlers;
import dev.shopwire.automation.tracking.BuildStarts;
import dev.shopwire.common.contracts.FieldEffectContracts;
import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.query.CursorSigner;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.List;

/** Serves the calls about segments and conditions. */
final class SegmentServer {
  private final AutomationContext context;
  private final BuildStarts builds;

  /**
   * @param builds lets saves wait until the builds that they cause have begun
   */
  SegmentServer(AutomationContext context, BuildStarts builds) {
    this.context = context;
    this.builds = builds;
  }

  Future<?> serve() {
    Pool pool = context.pool();
    HeavyReads heavy = context.heavy();
    CursorSigner signer = context.signer();
    ConditionHandlers conditions = new ConditionHandlers(pool, heavy);
    ExplanationHandlers explanations = new ExplanationHandlers(pool, heavy);
    SegmentHandlers segments = new SegmentHandlers(pool, builds, FollowedSegments::redefined);
    SegmentList list = new SegmentList(pool, signer);
    MemberHandlers members = new MemberHandlers(pool, heavy, signer);
    TransitionHandlers transitions = new TransitionHandlers(pool, signer);
    CustomerSegments customers = new CustomerSegments(pool);
    return Future.all(
        List.of(
            context.serve(FieldEffectContracts.FIND, new FieldEffects(context.pool())::find),
            context.serve(SegmentContracts.CHECK, conditions::check),
            context.serve(SegmentContracts.PREVIEW, conditions::preview),
            context.serve(SegmentContracts.EXPLAIN, explanations::explain),
            context.serve(SegmentContracts.EXPLAIN_SAVED, explanations::explainSaved),
            context.serve(SegmentContracts.CREATE, segments::create),
            context.serve(SegmentContracts.LIST, list::list),
            context.serve(SegmentContracts.SHOW, segments::show),
            context.serve(SegmentContracts.CHANGE, segments::change),
            context.serve(SegmentContracts.DELETE, segments::delete),
            context.serve(SegmentContracts.MEMBERS, members::list),
            context.serve(SegmentContracts.TRANSITIONS, transitions::list),
            context.serve(SegmentContracts.VERIFY, segments::verify),
            context.serve(SegmentContracts.OF_CUSTOMER, customers::list),
            context.serve(SegmentContracts.VISIBLE, customers::visible)));
  }

  static void addExports(ExportServer server) {
    server
        .list("listSegments", SegmentList.export())
        .list("listSegmentMembers", new MemberExport())
        .list("listSegmentTransitions", TransitionHandlers.export())
        .list("listCustomerSegments", CustomerSegments.export());
  }
}
