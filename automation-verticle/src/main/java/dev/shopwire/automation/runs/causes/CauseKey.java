package dev.shopwire.automation.runs.causes;

import dev.shopwire.common.events.EventKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/**
 * Identifies a cause of a customer, in the order in which flows count causes.
 *
 * @param at when it was stored
 * @param occurredAt the timestamp of a usage event, else the same
 * @param appId 0 if no app caused it
 */
public record CauseKey(Instant at, Instant occurredAt, UUID eventKey, long appId)
    implements Comparable<CauseKey> {
  private static final Comparator<CauseKey> ORDER =
      Comparator.comparing(CauseKey::at)
          .thenComparing(CauseKey::occurredAt)
          .thenComparing(CauseKey::eventKey, EventKey.ORDER)
          .thenComparing(CauseKey::appId);

  @Override
  public int compareTo(CauseKey other) {
    return ORDER.compare(this, other);
  }
}
