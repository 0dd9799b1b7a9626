package dev.shopwire.automation.language.kinds;

import java.util.Locale;

/** Something that the author of a condition should know about a leaf, though it is valid. */
public record LeafWarning(Code code, String message) {

  /** The codes of the API. */
  public enum Code {
    SCANS_VALUES(true),
    SCANS_EVENTS(true),
    SHADOWED_FIELD(false),
    PRIVATE_FIELD(false);

    private final boolean isScan;

    Code(boolean isScan) {
      this.isScan = isScan;
    }

    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the leaf reads more than an index selects. */
    public boolean isScan() {
      return isScan;
    }
  }
}
