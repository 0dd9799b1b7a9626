package dev.shopwire.sources.records;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a charge or an earning is for. */
public enum Category {
  RECURRING,
  USAGE,
  ONE_TIME,
  REFUND,
  ADJUSTMENT,
  CREDIT,
  TAX,
  OTHER;

  /** The name used in dialect files, in the API and in the database. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The category named {@code id}; empty if there is none. */
  public static Optional<Category> of(String id) {
    return Arrays.stream(values()).filter(category -> category.id().equals(id)).findFirst();
  }
}
