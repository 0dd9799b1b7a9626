package dev.shopwire.automation.runs.machine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.definitions.EventMatch;
import dev.shopwire.common.events.PropertyPath;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A usage event of a customer.
 *
 * @param properties with exact numbers; null if it has none
 */
public record RunEvent(String name, long appId, Instant receivedAt, @Nullable JsonNode properties) {

  /**
   * Whether the event is what a run waits for.
   *
   * @param key that of the run
   * @param keyProperty where the run's key comes from; empty if it has none
   */
  public boolean matches(
      EventMatch match, @Nullable String key, Optional<PropertyPath> keyProperty) {
    return name.equals(match.eventName())
        && (match.appId() == 0 || match.appId() == appId)
        && match.properties().stream().allMatch(condition -> condition.matches(properties))
        && (!match.hasSameKey() || hasKey(key, keyProperty));
  }

  private boolean hasKey(@Nullable String key, Optional<PropertyPath> keyProperty) {
    return key != null
        && keyProperty.flatMap(path -> RunKey.of(properties, path)).filter(key::equals).isPresent();
  }
}
