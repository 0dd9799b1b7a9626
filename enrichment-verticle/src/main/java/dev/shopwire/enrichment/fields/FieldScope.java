package dev.shopwire.enrichment.fields;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Whose a field and its values are (docs/api/customers.md). */
public enum FieldScope {
  /** Definition and values belong to one app. */
  APP,
  /** One definition for every app, one value per app and customer. */
  ALL_APPS,
  /** One definition, one value per customer. */
  CUSTOMERS;

  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<FieldScope> of(String word) {
    return Arrays.stream(values()).filter(scope -> scope.word().equals(word)).findFirst();
  }
}
