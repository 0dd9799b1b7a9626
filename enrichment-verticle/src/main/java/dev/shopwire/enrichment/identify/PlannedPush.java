package dev.shopwire.enrichment.identify;

import dev.shopwire.enrichment.fields.Field;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldPlan;
import dev.shopwire.enrichment.fields.FieldPlan.Target;
import dev.shopwire.enrichment.fields.FieldRetypes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A push that is ready to be written: its shop is known and all its fields exist.
 *
 * @param plan contains no missing fields
 * @param catalogVersion the version of the definitions that the plan is based on
 */
record PlannedPush(IdentifyRequest push, long customerId, FieldPlan plan, long catalogVersion) {
  static PlannedPush of(
      IdentifyRequest push, long customerId, FieldPlan plan, FieldCatalog catalog) {
    return new PlannedPush(push, customerId, plan, catalog.version());
  }

  List<Target> targets() {
    return plan.targets();
  }

  /** Fields that are being checked for another type, to which the pushed value doesn't convert. */
  Stream<FieldRetypes.FieldRef> missed() {
    return plan.missed().stream().map(field -> new FieldRetypes.FieldRef(workspaceId(), field));
  }

  long workspaceId() {
    return push.shop().workspaceId();
  }

  /** The app that pushed; null for a flow, whose changes identify no customer. */
  @Nullable Long appId() {
    return push.appId() == Field.NO_APP ? null : push.appId();
  }

  /** Whether an endpoint subscribes to what this push may change. */
  boolean hasSubscribers() {
    return !push.subscribedTopics().isEmpty();
  }
}
