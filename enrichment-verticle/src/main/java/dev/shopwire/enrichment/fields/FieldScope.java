package dev.shopwire.enrichment.fields;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Who owns a field and its values (docs/api/customers.md). */
public enum FieldScope {
  /** Definition and values belong to one app. */
  APP,
  /** One definition for every app, one value per app and customer. */
  ALL_APPS,
  /** One definition, one value per customer. */
  CUSTOMERS;

  public String apiName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<FieldScope> of(String name) {
    return Arrays.stream(values()).filter(scope -> scope.apiName().equals(name)).findFirst();
  }
}
