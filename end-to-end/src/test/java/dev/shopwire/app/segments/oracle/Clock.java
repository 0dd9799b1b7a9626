package dev.shopwire.app.segments.oracle;

import java.time.Instant;
import java.time.ZoneId;

/**
 * The moment at which a condition is evaluated.
 *
 * @param zone whose days the condition's dates are
 */
record Clock(Instant now, ZoneId zone) {
  Clock at(Instant other) {
    return new Clock(other, zone);
  }

  Clock in(ZoneId other) {
    return new Clock(now, other);
  }
}
