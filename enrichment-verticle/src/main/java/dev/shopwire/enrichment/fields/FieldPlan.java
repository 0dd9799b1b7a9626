package dev.shopwire.enrichment.fields;

import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.json.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a push means under one catalog: which fields its names stand for, which are to be made, and
 * what is wrong with it.
 *
 * @param targets what is to be set or unset, in fields that are there
 * @param missing what is to be set in fields that aren't there yet
 * @param faults wrong types, and fields beyond the app's limit
 * @param missed fields that are being checked for a type in which there is no such value
 */
public record FieldPlan(
    List<Target> targets, List<FieldInput> missing, List<Fault> faults, List<Integer> missed) {

  /**
   * @param value empty unsets
   */
  public record Target(Field field, int appId, Optional<FieldValue> value) {

    public Key key() {
      return new Key(field.id(), appId);
    }

    /** Whether this changes anything where {@code stored} are a customer's values. */
    boolean changes(Map<Key, String> stored) {
      String text = stored.get(key());
      return value.map(given -> text == null || !given.isSameAs(text)).orElse(text != null);
    }
  }

  /** Which of a customer's values. */
  public record Key(int fieldId, int appId) {
    public static Key of(StoredValue value) {
      return new Key(value.fieldId(), value.appId());
    }
  }

  public static FieldPlan of(
      FieldCatalog catalog, int appId, List<FieldInput> given, FieldLimits limits) {
    List<Target> targets = new ArrayList<>(given.size());
    List<FieldInput> missing = new ArrayList<>(0);
    List<Fault> faults = new ArrayList<>(0);
    List<Integer> missed = new ArrayList<>(0);
    for (FieldInput field : given) {
      Optional<Field> known = catalog.resolve(appId, field.name());
      if (known.isPresent()) {
        Field target = known.get();
        field
            .value()
            .filter(value -> value.type() != target.type())
            .ifPresent(value -> faults.add(mismatch(field, target, value)));
        if (isMissed(target, field, limits)) {
          missed.add(target.id());
        }
        targets.add(new Target(target, target.valueAppOf(appId), field.value()));
      } else if (field.makesField()) {
        if (catalog.ownedBy(appId) + missing.size() >= limits.perApp()) {
          faults.add(limitReached(field, limits));
        }
        missing.add(field);
      }
    }
    return new FieldPlan(targets, missing, faults, missed);
  }

  private static boolean isMissed(Field target, FieldInput field, FieldLimits limits) {
    return target.checkedFor().isPresent()
        && field.value().isPresent()
        && Conversion.of(field.value().get().text(), target.checkedFor().get(), limits).isEmpty();
  }

  /** Fields whose values of this customer may be stored as they were under a former type. */
  public List<Field> converting() {
    return targets.stream().map(Target::field).filter(Field::isConverting).toList();
  }

  private static Fault mismatch(FieldInput field, Field target, FieldValue value) {
    return new Fault(
        field.pointer(),
        "field_type_mismatch",
        "%s is a %s field, got %s"
            .formatted(field.name(), target.type().word(), value.type().word()));
  }

  private static Fault limitReached(FieldInput field, FieldLimits limits) {
    return new Fault(
        field.pointer(),
        "field_limit_reached",
        "%s would be a new field, but this app has made %d, which is the limit"
            .formatted(field.name(), limits.perApp()));
  }

  /** Whether carrying this out would change anything of a customer with these values. */
  public boolean changes(List<StoredValue> stored) {
    Map<Key, String> texts = stored.stream().collect(Collectors.toMap(Key::of, StoredValue::text));
    return !missing.isEmpty() || targets.stream().anyMatch(target -> target.changes(texts));
  }

  /** What a customer's values hold, in UTF-8. */
  public long bytesBefore(List<StoredValue> stored) {
    return stored.stream().mapToLong(value -> bytes(value.text())).sum();
  }

  /** The same once this has been carried out. */
  public long bytesAfter(List<StoredValue> stored) {
    Map<Key, Long> sizes = new HashMap<>();
    stored.forEach(value -> sizes.put(Key.of(value), bytes(value.text())));
    for (Target target : targets) {
      sizes.put(target.key(), target.value().map(value -> bytes(value.text())).orElse(0L));
    }
    long made =
        missing.stream()
            .flatMap(field -> field.value().stream())
            .mapToLong(value -> bytes(value.text()))
            .sum();
    return made + sizes.values().stream().mapToLong(size -> size).sum();
  }

  private static long bytes(String text) {
    return Text.utf8Length(text);
  }
}
