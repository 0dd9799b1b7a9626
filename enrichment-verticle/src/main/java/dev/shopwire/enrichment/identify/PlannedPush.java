package dev.shopwire.enrichment.identify;

import dev.shopwire.enrichment.fields.FieldPlan.Target;
import java.util.List;

/**
 * A push whose shop is known and whose fields are all there, so that it can be written.
 *
 * @param catalogVersion under which {@code targets} were found
 */
record PlannedPush(Push push, long customerId, List<Target> targets, long catalogVersion) {
  int workspaceId() {
    return push.shop().workspaceId();
  }

  /** Whether somebody may want to hear what comes of it. */
  boolean isHeard() {
    return !push.heard().isEmpty();
  }
}
