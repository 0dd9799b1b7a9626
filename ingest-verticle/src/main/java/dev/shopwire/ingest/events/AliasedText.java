package dev.shopwire.ingest.events;

import org.jspecify.annotations.Nullable;

/** A text member that may come under its documented name and another one; the documented wins. */
final class AliasedText {
  private final String name;
  private @Nullable String documented;
  private @Nullable String aliased;
  private String alias = "";

  /**
   * @param name the documented one
   */
  AliasedText(String name) {
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

  /** Whether the two say different things. */
  boolean isConflicting() {
    return documented != null && aliased != null && !documented.equals(aliased);
  }

  /** The other name that it came under. */
  String alias() {
    return alias;
  }

  String name() {
    return name;
  }
}
