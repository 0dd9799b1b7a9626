package dev.shopwire.attribution.history;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far the log was looked through.
 *
 * @param after the row after which the current page of shops begins
 * @param row the last row of these shops that was decided; empty if none was
 */
record ReevaluationPlace(long after, Optional<RowPlace> row) {
  static final ReevaluationPlace START = new ReevaluationPlace(0, Optional.empty());

  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,18})(?:_(-?[0-9]{1,17})_([0-9]{1,18}))?");

  /** A row within a page of shops, whose rows are in the order of their times. */
  record RowPlace(OffsetDateTime at, long id) {}

  /** The page of shops that begins after the row {@code id}. */
  static ReevaluationPlace after(long id) {
    return new ReevaluationPlace(id, Optional.empty());
  }

  /** The same page, behind one of its rows. */
  ReevaluationPlace behind(OffsetDateTime at, long id) {
    return new ReevaluationPlace(after, Optional.of(new RowPlace(at, id)));
  }

  /** As a cursor. */
  String text() {
    return after
        + row.map(
                place ->
                    "_"
                        + ChronoUnit.MICROS.between(Instant.EPOCH, place.at().toInstant())
                        + "_"
                        + place.id())
            .orElse("");
  }

  /** Empty for what {@link #text()} has not made. */
  static Optional<ReevaluationPlace> parse(String cursor) {
    Matcher parts = FORM.matcher(cursor);
    if (!parts.matches()) {
      return Optional.empty();
    }
    ReevaluationPlace page = after(Long.parseLong(parts.group(1)));
    if (parts.group(2) == null) {
      return Optional.of(page);
    }
    Instant at = Instant.EPOCH.plus(Long.parseLong(parts.group(2)), ChronoUnit.MICROS);
    return Optional.of(page.behind(at.atOffset(ZoneOffset.UTC), Long.parseLong(parts.group(3))));
  }
}
