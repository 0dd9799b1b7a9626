package dev.shopwire.common.query;

import dev.shopwire.common.failure.Failure;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/**
 * A position in a list ordered by (time, key).
 *
 * @param micros since 1970
 * @param key distinguishes rows with the same time
 */
public record KeysetCursor(long micros, UUID key) {

  public static KeysetCursor of(Instant time, UUID key) {
    return new KeysetCursor(ChronoUnit.MICROS.between(Instant.EPOCH, time), key);
  }

  /** The form that clients get. */
  public String encode(PageCursors list) {
    return list.encode(micros + " " + key);
  }

  /**
   * Reads the position from the parameter {@code cursor}, if present.
   *
   * @throws Failure 422 {@code invalid_cursor} if it was not issued for this list
   */
  public static Optional<KeysetCursor> read(Query query, PageCursors list) {
    return list.read(query)
        .map(
            text -> {
              String[] parts = text.split(" ", 2);
              return new KeysetCursor(Long.parseLong(parts[0]), UUID.fromString(parts[1]));
            });
  }

  /** The time as an SQL parameter. */
  public OffsetDateTime time() {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
  }
}
