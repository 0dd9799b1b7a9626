package dev.shopwire.sources.linked;

import java.util.Arrays;
import java.util.Optional;

/** How the key of a row names a customer. */
public enum KeyKind {
  DOMAIN("domain"),
  CUSTOMER_ID("customerId");

  private final String id;

  KeyKind(String id) {
    this.id = id;
  }

  /** As in the API. */
  public String id() {
    return id;
  }

  public static Optional<KeyKind> of(String id) {
    return Arrays.stream(values()).filter(kind -> kind.id.equals(id)).findFirst();
  }
}
