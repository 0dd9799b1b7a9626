package dev.shopwire.sources.linked.runs;

import java.util.Locale;

/** Why a run was made. */
public enum RunKind {
  SCHEDULED,
  MANUAL,
  /** Puts values back; it reads nothing. */
  ROLLBACK;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  static RunKind of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }
}
