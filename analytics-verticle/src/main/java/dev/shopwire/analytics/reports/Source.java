package dev.shopwire.analytics.reports;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a report's figures were read from. */
public enum Source {
  /** Rollups; of events at most those of the parts of an hour at the ends of the range. */
  ROLLUPS,
  /**
   * The events themselves, for a part of the figures at least: that takes longer, and is refused
   * where they are more than one read may cost.
   */
  EVENTS;

  static Source of(Coverage coverage) {
    return coverage.raw().isPresent() ? EVENTS : ROLLUPS;
  }

  /** Adds {@code "source": "events"} to an answer for which events were read. */
  public void tell(Map<String, @Nullable Object> answer) {
    if (this == EVENTS) {
      answer.put("source", "events");
    }
  }
}
