package dev.shopwire.automation.runs.machine;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Set;

/**
 * The quiet hours of a customer.
 *
 * @param from inclusive
 * @param to exclusive; on the next day unless it is after {@code from}
 */
public record QuietWindow(LocalTime from, LocalTime to, ZoneId zone) {

  /** When mails are allowed: at this instant, or at the end of the quiet hours that it is in. */
  Instant endAfter(Instant at) {
    LocalTime local = at.atZone(zone).toLocalTime();
    boolean isQuiet =
        from.isBefore(to)
            ? !local.isBefore(from) && local.isBefore(to)
            : !local.isBefore(from) || local.isBefore(to);
    return isQuiet ? LocalTimes.next(at, to, Set.of(), zone) : at;
  }
}
