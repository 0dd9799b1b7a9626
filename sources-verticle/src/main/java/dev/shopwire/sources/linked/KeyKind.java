package dev.shopwire.sources.linked;

import java.util.Arrays;
import java.util.Optional;

/** How the key of a row names a customer. */
enum KeyKind {
  DOMAIN("domain"),
  CUSTOMER_ID("customerId");

  private final String id;

  KeyKind(String id) {
    this.id = id;
  }

  static Optional<KeyKind> of(String id) {
    return Arrays.stream(values()).filter(kind -> kind.id.equals(id)).findFirst();
  }
}
