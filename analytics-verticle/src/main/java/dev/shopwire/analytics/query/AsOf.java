package dev.shopwire.analytics.query;

import dev.shopwire.common.json.Times;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The field {@code asOf} of a response: everything stored before that time is included. */
public final class AsOf {
  private AsOf() {}

  /**
   * @param since when events may be missing; empty if none are, and then there is no such field
   */
  public static void addTo(Map<String, @Nullable Object> json, Optional<Instant> since) {
    since.ifPresent(moment -> json.put("asOf", Times.format(moment)));
  }
}
