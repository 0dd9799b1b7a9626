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
  /** Any other name that a caller sends. */
  OTHER,
  /** Set only by the service: an install event of a connected warehouse. */
  LISTING,
  /** Set only by the service: a row of the log that was decided again. */
  REEVALUATION;

  private static final Set<Carrier> OF_CALLERS = EnumSet.of(API, SCRIPT, CODE_ENTRY);

  public String apiName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A carrier that a caller may name. */
  static Optional<Carrier> ofCaller(String name) {
    return OF_CALLERS.stream().filter(carrier -> carrier.apiName().equals(name)).findFirst();
  }
}
