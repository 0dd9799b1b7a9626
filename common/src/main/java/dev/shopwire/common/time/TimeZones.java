package dev.shopwire.common.time;

import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds time zones by their IANA names, in any letter case. Thread-safe. */
public final class TimeZones {
  /** What a validation error says that was expected. */
  public static final String EXPECTED = "must be an IANA time zone such as Europe/Zurich";

  /** Longer than any name. */
  public static final int MAX_LENGTH = 64;

  private static final Map<String, ZoneId> BY_NAME =
      ZoneId.getAvailableZoneIds().stream()
          .filter(name -> !name.startsWith("SystemV/"))
          .collect(Collectors.toMap(name -> name.toLowerCase(Locale.ROOT), ZoneId::of));

  private TimeZones() {}

  /** The zone with this name, whose id is the canonical name; empty if there is none. */
  public static Optional<ZoneId> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name.strip().toLowerCase(Locale.ROOT)));
  }
}
