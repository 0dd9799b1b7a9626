package dev.shopwire.common.audit;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * A position in the audit log, which is ordered by time and then by id.
 *
 * @param micros since 1970
 */
public record AuditPosition(long micros, long id) {

  static AuditPosition of(OffsetDateTime at, long id) {
    return new AuditPosition(ChronoUnit.MICROS.between(Instant.EPOCH, at.toInstant()), id);
  }

  OffsetDateTime time() {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws NumberFormatException if it is something else
   */
  public static AuditPosition parse(String text) {
    String[] parts = text.split(" ", 2);
    return new AuditPosition(Long.parseLong(parts[0]), Long.parseLong(parts[parts.length - 1]));
  }

  @Override
  public String toString() {
    return micros + " " + id;
  }
}
