package dev.shopwire.ingest.events;

import org.jspecify.annotations.Nullable;

/** A string field that may be sent under its documented name or an alias; the former wins. */
final class AliasedField {
  private final String name;
  private @Nullable String documented;
  private @Nullable String aliased;
  private String alias = "";

  /**
   * @param name the documented name
   */
  AliasedField(String name) {
    this.name = name;
  }

  void set(String sent, @Nullable String text) {
    if (sent.equals(name)) {
      documented = text;
    } else {
      alias = sent;
      aliased = text;
    }
  }

  @Nullable String value() {
    return documented == null ? aliased : documented;
  }

  /** Whether the two values differ. */
  boolean isConflicting() {
    return documented != null && aliased != null && !documented.equals(aliased);
  }

  /** The alias that was sent. */
  String alias() {
    return alias;
  }

  String name() {
    return name;
  }
}
