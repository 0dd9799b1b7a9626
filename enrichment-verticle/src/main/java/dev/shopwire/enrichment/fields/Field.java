package dev.shopwire.enrichment.fields;

/**
 * A field's definition.
 *
 * @param ownerApp 0 for a shared field
 * @param hidden marked private: only the app that owns it, and the console, may read it
 */
public record Field(
    int id, int ownerApp, String name, FieldType type, FieldScope scope, boolean hidden) {
  /** Stands for no app, of a definition or of a value. */
  public static final int NO_APP = 0;

  /** Whose value a push by {@code appId} sets. */
  public int valueAppOf(int appId) {
    return scope == FieldScope.ALL_APPS ? appId : NO_APP;
  }

  boolean isReadableBy(int appId) {
    return ownerApp == appId || (ownerApp == NO_APP && !hidden);
  }
}
