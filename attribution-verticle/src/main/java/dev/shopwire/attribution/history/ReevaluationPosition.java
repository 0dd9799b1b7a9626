package dev.shopwire.attribution.history;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The position of a reevaluation in the log.
 *
 * @param after the row after which the current page of shops starts
 * @param row the last row of these shops that was decided; empty if none was
 */
record ReevaluationPosition(long after, Optional<RowPosition> row) {
  static final ReevaluationPosition START = new ReevaluationPosition(0, Optional.empty());

  private static final Pattern PATTERN =
      Pattern.compile("([0-9]{1,18})(?:_(-?[0-9]{1,17})_([0-9]{1,18}))?");

  /** A row within a page of shops, whose rows are ordered by time. */
  record RowPosition(OffsetDateTime at, long id) {}

  /** The page of shops that starts after the row {@code id}. */
  static ReevaluationPosition after(long id) {
    return new ReevaluationPosition(id, Optional.empty());
  }

  /** The same page, after one of its rows. */
  ReevaluationPosition afterRow(OffsetDateTime at, long id) {
    return new ReevaluationPosition(after, Optional.of(new RowPosition(at, id)));
  }

  /** The position as a cursor. */
  String text() {
    return after
        + row.map(
                position ->
                    "_"
                        + ChronoUnit.MICROS.between(Instant.EPOCH, position.at().toInstant())
                        + "_"
                        + position.id())
            .orElse("");
  }

  /** Parses a cursor; empty unless it comes from {@link #text()}. */
  static Optional<ReevaluationPosition> parse(String cursor) {
    Matcher parts = PATTERN.matcher(cursor);
    if (!parts.matches()) {
      return Optional.empty();
    }
    ReevaluationPosition page = after(Long.parseLong(parts.group(1)));
    if (parts.group(2) == null) {
      return Optional.of(page);
    }
    Instant at = Instant.EPOCH.plus(Long.parseLong(parts.group(2)), ChronoUnit.MICROS);
    return Optional.of(page.afterRow(at.atOffset(ZoneOffset.UTC), Long.parseLong(parts.group(3))));
  }
}
