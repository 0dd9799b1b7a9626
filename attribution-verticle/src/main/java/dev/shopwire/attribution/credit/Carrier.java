package dev.shopwire.attribution.credit;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** How a code reached the service (docs/api/attribution.md). */
public enum Carrier {
  API,
  SCRIPT,
  CODE_ENTRY,
  /** What a caller calls otherwise. */
  OTHER,
  /** Only the service itself: an install event of a connected warehouse. */
  LISTING,
  /** Only the service itself: a row of the log that was decided again. */
  REEVALUATION;

  private static final Set<Carrier> OF_CALLERS = EnumSet.of(API, SCRIPT, CODE_ENTRY);

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** One that a caller may name. */
  static Optional<Carrier> ofCaller(String word) {
    return OF_CALLERS.stream().filter(carrier -> carrier.word().equals(word)).findFirst();
  }
}
