package dev.shopwire.analytics.reports;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a report's values were read from. */
public enum Source {
  /** Rollups or sets of shops; events only for parts of an hour at the ends of the range. */
  ROLLUPS,
  /**
   * The events themselves, at least for some of the values: that takes longer, and is rejected if
   * it exceeds the budget of a read.
   */
  EVENTS;

  /** Adds {@code "source": "events"} to a response for which events were read. */
  public void addTo(Map<String, @Nullable Object> response) {
    if (this == EVENTS) {
      response.put("source", "events");
    }
  }
}
