package dev.shopwire.enrichment.fields;

import java.util.Optional;

/**
 * A field's definition.
 *
 * @param ownerApp 0 for a shared field
 * @param hidden marked private: only the app that owns it and the console may read it
 * @param retypedTo the type that its values are being checked for or, if it equals {@code type},
 *     converted to
 * @param link the query that fills it, whose values alone it takes; empty for a field that is
 *     pushed
 */
public record Field(
    long id,
    long ownerApp,
    String name,
    FieldType type,
    FieldScope scope,
    boolean hidden,
    Optional<FieldType> retypedTo,
    Optional<FieldLink> link) {
  /** Stands for no app, as the owner of a definition or of a value. */
  public static final long NO_APP = 0;

  /** A field that is pushed, and whose type is not being changed. */
  public Field(
      long id, long ownerApp, String name, FieldType type, FieldScope scope, boolean hidden) {
    this(id, ownerApp, name, type, scope, hidden, Optional.empty(), Optional.empty());
  }

  /** The app whose value a push by {@code appId} sets. */
  public long valueAppOf(long appId) {
    return scope == FieldScope.ALL_APPS ? appId : NO_APP;
  }

  boolean isReadableBy(long appId) {
    return ownerApp == appId || (ownerApp == NO_APP && !hidden);
  }

  /** Whether some of its values may still be stored in its former type. */
  public boolean isConverting() {
    return retypedTo.filter(type::equals).isPresent();
  }

  /** The type that its values are being checked for, if any. */
  Optional<FieldType> typeBeingChecked() {
    return retypedTo.filter(to -> to != type);
  }
}
