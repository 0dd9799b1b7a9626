package dev.shopwire.enrichment.fields;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workspace's field definitions at one version. Immutable. */
public final class FieldCatalog {
  private record Name(long ownerApp, String name) {}

  private final long version;
  private final boolean converting;
  private final Map<Long, Field> byId = new HashMap<>();
  private final Map<Name, Field> byName = new HashMap<>();

  public FieldCatalog(long version, Collection<Field> fields) {
    this.version = version;
    for (Field field : fields) {
      byId.put(field.id(), field);
      byName.put(new Name(field.ownerApp(), field.name()), field);
    }
    this.converting = fields.stream().anyMatch(Field::isConverting);
  }

  /** For reads that need no definitions. */
  public static FieldCatalog empty() {
    return new FieldCatalog(0, List.of());
  }

  public long version() {
    return version;
  }

  /**
   * The field that {@code name} resolves to for {@code appId}: its own, otherwise the shared one
   * (docs/api/customers.md).
   */
  public Optional<Field> resolve(long appId, String name) {
    Field own = byName.get(new Name(appId, name));
    return Optional.ofNullable(own != null ? own : byName.get(new Name(Field.NO_APP, name)));
  }

  /**
   * The field with this owner and name.
   *
   * @param ownerApp 0 for a shared one
   */
  Optional<Field> owned(long ownerApp, String name) {
    return Optional.ofNullable(byName.get(new Name(ownerApp, name)));
  }

  /** The fields that a query fills. */
  List<Field> filledBy(long queryId) {
    return byId.values().stream()
        .filter(field -> field.link().filter(link -> link.queryId() == queryId).isPresent())
        .toList();
  }

  /**
   * The field of a stored value, if {@code appId} may read it: not another app's field or value, a
   * private shared field, or a shared field that the app's own one shadows.
   */
  public Optional<Field> readable(long appId, StoredValue value) {
    Field field = byId.get(value.fieldId());
    return field != null
            && value.appId() == field.valueAppOf(appId)
            && field.isReadableBy(appId)
            && (field.ownerApp() == appId || !byName.containsKey(new Name(appId, field.name())))
        ? Optional.of(field)
        : Optional.empty();
  }

  /** These definitions as a caller of the console sees them: private fields only if so. */
  public FieldCatalog visible(boolean withPrivate) {
    return withPrivate
        ? this
        : new FieldCatalog(
            version, byId.values().stream().filter(field -> !field.hidden()).toList());
  }

  /** All fields with this name: the shared one and those of apps. */
  public List<Field> named(String name) {
    return byId.values().stream()
        .filter(field -> field.name().equals(name))
        .sorted(Comparator.comparingLong(Field::ownerApp))
        .toList();
  }

  /** The field of a stored value, if it is still defined. */
  public Optional<Field> field(long id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Whether some values may still be stored in their field's former type. */
  public boolean isConverting() {
    return converting;
  }

  /**
   * A stored value converted to its field's type in these definitions; empty if it does not
   * convert.
   */
  public Optional<StoredValue> current(StoredValue value, FieldLimits limits) {
    Field field = byId.get(value.fieldId());
    if (field == null || !field.isConverting()) {
      return Optional.of(value);
    }
    return Conversion.of(value.text(), field.type(), limits)
        .map(converted -> value.withText(converted.text()));
  }

  /** How many definitions {@code appId} owns, which its pushes have created. */
  public int ownedBy(long appId) {
    return (int) byId.values().stream().filter(field -> field.ownerApp() == appId).count();
  }
}
