package dev.shopwire.sources.linked;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Who owns a field and its values (docs/api/customers.md). */
public enum ValueScope {
  APP,
  ALL_APPS,
  CUSTOMERS;

  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<ValueScope> of(String id) {
    return Arrays.stream(values()).filter(scope -> scope.id().equals(id)).findFirst();
  }

  /** Whether its values belong to an app. */
  public boolean needsApp() {
    return this != CUSTOMERS;
  }
}
