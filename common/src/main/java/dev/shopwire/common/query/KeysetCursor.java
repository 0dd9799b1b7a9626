package dev.shopwire.common.query;

import dev.shopwire.common.failure.Failure;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/**
 * The place between two rows of a list in the order of (time, key).
 *
 * @param micros since 1970
 * @param key what tells rows of one time apart
 */
public record KeysetCursor(long micros, UUID key) {

  public static KeysetCursor of(Instant time, UUID key) {
    return new KeysetCursor(ChronoUnit.MICROS.between(Instant.EPOCH, time), key);
  }

  /** As clients carry it. */
  public String text(PageCursors list) {
    return list.text(micros + " " + key);
  }

  /**
   * The place that the parameter {@code cursor} tells, if it is there.
   *
   * @throws Failure 422 {@code invalid_cursor} for one of another list, or of none
   */
  public static Optional<KeysetCursor> read(Query query, PageCursors list) {
    return list.read(query)
        .map(
            text -> {
              String[] parts = text.split(" ", 2);
              return new KeysetCursor(Long.parseLong(parts[0]), UUID.fromString(parts[1]));
            });
  }

  /** The time, as a parameter of SQL. */
  public OffsetDateTime time() {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
  }
}
