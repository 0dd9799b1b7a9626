package dev.shopwire.sources.lifecycle;

/** Whether a shop has the app. */
public enum Relation {
  /** Nothing is known yet. */
  NONE,
  INSTALLED,

  /** The shop itself is closed or suspended; it still has the app. */
  DEACTIVATED,
  UNINSTALLED
}
