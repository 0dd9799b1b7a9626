package dev.shopwire.attribution.credit;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a code reached the service (contract §5). */
public enum Carrier {
  API,
  SCRIPT,
  CODE_ENTRY,
  /** Only the service itself: an install event of a connected warehouse. */
  LISTING;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** One that a caller may name. */
  static Optional<Carrier> ofCaller(String word) {
    return Arrays.stream(values())
        .filter(carrier -> carrier != LISTING && carrier.word().equals(word))
        .findFirst();
  }
}
