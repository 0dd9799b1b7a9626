package dev.shopwire.enrichment.fields;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A workspace's definitions as they were at one version. Immutable. */
public final class FieldCatalog {
  private record Name(int ownerApp, String name) {}

  private final long version;
  private final boolean converting;
  private final Map<Integer, Field> byId = new HashMap<>();
  private final Map<Name, Field> byName = new HashMap<>();

  FieldCatalog(long version, Collection<Field> fields) {
    this.version = version;
    for (Field field : fields) {
      byId.put(field.id(), field);
      byName.put(new Name(field.ownerApp(), field.name()), field);
    }
    this.converting = fields.stream().anyMatch(Field::isConverting);
  }

  public long version() {
    return version;
  }

  /**
   * The field that {@code name} means to {@code appId}: its own, else the shared one
   * (docs/api/customers.md).
   */
  public Optional<Field> resolve(int appId, String name) {
    Field own = byName.get(new Name(appId, name));
    return Optional.ofNullable(own != null ? own : byName.get(new Name(Field.NO_APP, name)));
  }

  /**
   * The field of a stored value that {@code appId} may see under the field's name: not that of
   * another app, not a private shared one, not a shared one that an own one shadows.
   */
  public Optional<Field> readable(int appId, StoredValue value) {
    Field field = byId.get(value.fieldId());
    return field != null
            && value.appId() == field.valueAppOf(appId)
            && field.isReadableBy(appId)
            && (field.ownerApp() == appId || !byName.containsKey(new Name(appId, field.name())))
        ? Optional.of(field)
        : Optional.empty();
  }

  /** The field of a stored value, if it is still defined. */
  public Optional<Field> field(int id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Whether some values may still be stored as they were under their field's former type. */
  public boolean isConverting() {
    return converting;
  }

  /**
   * A stored value as it is under these definitions, whatever it was stored under; empty if its
   * field's new type has no such value.
   */
  public Optional<StoredValue> current(StoredValue value, FieldLimits limits) {
    Field field = byId.get(value.fieldId());
    if (field == null || !field.isConverting()) {
      return Optional.of(value);
    }
    return Conversion.of(value.text(), field.type(), limits)
        .map(converted -> new StoredValue(value.fieldId(), value.appId(), converted.text()));
  }

  /** How many definitions {@code appId}'s pushes have made and it still owns. */
  public int ownedBy(int appId) {
    return (int) byId.values().stream().filter(field -> field.ownerApp() == appId).count();
  }
}
