package dev.shopwire.enrichment.identify;

import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldPlan;
import dev.shopwire.enrichment.fields.FieldPlan.Target;
import dev.shopwire.enrichment.fields.FieldRetypes;
import java.util.List;
import java.util.stream.Stream;

/**
 * A push whose shop is known and whose fields are all there, so that it can be written.
 *
 * @param plan of fields that are all there
 * @param catalogVersion under which they were found
 */
record PlannedPush(Push push, long customerId, FieldPlan plan, long catalogVersion) {
  static PlannedPush of(Push push, long customerId, FieldPlan plan, FieldCatalog catalog) {
    return new PlannedPush(push, customerId, plan, catalog.version());
  }

  List<Target> targets() {
    return plan.targets();
  }

  /** Fields that are being checked, of which a value is set that the check must know of. */
  Stream<FieldRetypes.FieldRef> missed() {
    return plan.missed().stream().map(field -> new FieldRetypes.FieldRef(workspaceId(), field));
  }

  int workspaceId() {
    return push.shop().workspaceId();
  }

  /** Whether somebody may want to hear what comes of it. */
  boolean isHeard() {
    return !push.heard().isEmpty();
  }
}
