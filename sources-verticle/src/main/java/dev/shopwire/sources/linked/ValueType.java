package dev.shopwire.sources.linked;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The type of a field's values. */
public enum ValueType {
  TEXT,
  NUMBER,
  BOOLEAN,
  JSON;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<ValueType> of(String id) {
    return Arrays.stream(values()).filter(type -> type.id().equals(id)).findFirst();
  }
}
