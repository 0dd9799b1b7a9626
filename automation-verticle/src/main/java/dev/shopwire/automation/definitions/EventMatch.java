package dev.shopwire.automation.definitions;

import dev.shopwire.common.events.PropertyCondition;
import java.util.List;

/**
 * Which usage events of a run's customer count.
 *
 * @param appId 0 for any app of the workspace
 * @param hasSameKey whether the event must have the run's key at the property that gave it
 */
public record EventMatch(
    String eventName, long appId, List<PropertyCondition> properties, boolean hasSameKey) {
  public EventMatch {
    properties = List.copyOf(properties);
  }
}
