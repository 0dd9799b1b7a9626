package dev.shopwire.automation.dryruns;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.runs.causes.CauseKey;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Makes the cause that a caller has made up. */
final class MadeUpCause {
  private static final UUID KEY = new UUID(0, 0);

  private MadeUpCause() {}

  /**
   * Of any trigger; none if it is an event that does not start the flow.
   *
   * @param apps the ids of all apps of the workspace
   */
  static List<VirtualCause> of(Trigger trigger, JsonNode given, Instant at, List<Long> apps) {
    JsonNode properties = given.path("properties").isObject() ? given.path("properties") : null;
    String name = given.path("eventName").asText();
    long app = apps.size() == 1 ? apps.get(0) : 0;
    if (trigger instanceof Trigger.UsageEvent event) {
      boolean starts =
          event.eventName().equals(name)
              && event.properties().stream().allMatch(test -> test.matches(properties));
      if (!starts) {
        return List.of();
      }
      app = event.appId() == 0 ? app : event.appId();
    }
    return List.of(
        new VirtualCause(
            TriggerTypes.of(trigger), new CauseKey(at, at, KEY, app), null, name, properties));
  }
}
