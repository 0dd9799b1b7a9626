package dev.shopwire.webhook.log;

import dev.shopwire.common.contracts.Timeline;
import java.time.Instant;
import java.util.Optional;

/**
 * The times of the messages that belong on a page of a timeline. A message's time is a whole
 * millisecond, those of other types may be more precise.
 *
 * @param from the first one, in milliseconds since 1970
 * @param until the one after the last
 * @param tie if the previous page ended with a delivery of the time {@code until}: its entry's id,
 *     after which the page begins
 */
record TimelineRange(long from, long until, Optional<String> tie) {
  /** The year 5138: with 48 bits for a time, ids of messages reach further. */
  private static final long END = 100_000_000_000_000L;

  static TimelineRange of(Timeline.Request request) {
    long from = request.from().isEmpty() ? 0 : ceiling(Instant.parse(request.from()));
    long until = request.until().isEmpty() ? END : ceiling(Instant.parse(request.until()));
    if (request.beforeAt().isEmpty()) {
      return bounded(from, until, Optional.empty());
    }
    Instant before = Instant.parse(request.beforeAt());
    int order = request.beforeType().compareTo(CustomerTimeline.TYPE);
    long end = order < 0 ? before.toEpochMilli() + 1 : ceiling(before);
    return bounded(
        from,
        Math.min(until, end),
        order == 0 ? Optional.of(request.beforeId()) : Optional.empty());
  }

  private static TimelineRange bounded(long from, long until, Optional<String> tie) {
    return new TimelineRange(clamped(from), clamped(until), tie);
  }

  private static long clamped(long millis) {
    return Math.max(0, Math.min(END, millis));
  }

  /** The first whole millisecond that is not before {@code time}. */
  private static long ceiling(Instant time) {
    long millis = time.toEpochMilli();
    return Instant.ofEpochMilli(millis).equals(time) ? millis : millis + 1;
  }
}
