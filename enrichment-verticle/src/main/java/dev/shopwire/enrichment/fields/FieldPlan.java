package dev.shopwire.enrichment.fields;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.StorableText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A push resolved against one catalog: the fields that its names refer to, the fields to create,
 * and its validation errors. Values of linked fields are left out, whatever they are.
 *
 * @param targets values to set or unset in existing fields
 * @param missing values to set in fields that don't exist yet
 * @param errors wrong types, values beyond their limits, and fields beyond the app's limit
 * @param missed fields that are being checked for a type to which the pushed value doesn't convert
 */
public record FieldPlan(
    List<Target> targets,
    List<FieldInput> missing,
    List<ValidationError> errors,
    List<Long> missed) {

  /**
   * @param value empty to unset it
   */
  public record Target(Field field, long appId, Optional<FieldValue> value) {

    public Key key() {
      return new Key(field.id(), appId);
    }

    /** Whether this changes a customer whose values are {@code stored}. */
    boolean changes(Map<Key, String> stored) {
      String text = stored.get(key());
      return value.map(given -> text == null || !given.isSameAs(text)).orElse(text != null);
    }
  }

  /** Identifies one of a customer's values. */
  public record Key(long fieldId, long appId) {
    public static Key of(StoredValue value) {
      return new Key(value.fieldId(), value.appId());
    }
  }

  public static FieldPlan of(
      FieldCatalog catalog, long appId, List<FieldInput> given, FieldLimits limits) {
    List<Target> targets = new ArrayList<>(given.size());
    List<FieldInput> missing = new ArrayList<>(0);
    List<ValidationError> errors = new ArrayList<>(0);
    List<Long> missed = new ArrayList<>(0);
    for (FieldInput field : given) {
      Optional<Field> known = catalog.resolve(appId, field.name());
      if (known.filter(found -> found.link().isPresent()).isPresent()) {
        continue;
      }
      field.error().ifPresent(errors::add);
      if (known.isPresent()) {
        Field target = known.get();
        field
            .value()
            .filter(value -> value.type() != target.type())
            .ifPresent(value -> errors.add(mismatch(field, target, value)));
        if (isMissed(target, field, limits)) {
          missed.add(target.id());
        }
        targets.add(new Target(target, target.valueAppOf(appId), field.value()));
      } else if (field.createsField()) {
        if (catalog.ownedBy(appId) + missing.size() >= limits.perApp()) {
          errors.add(limitReached(field, limits));
        }
        missing.add(field);
      }
    }
    return new FieldPlan(targets, missing, errors, missed);
  }

  /**
   * Sets or unsets a field that is known.
   *
   * @param appId whose value it is, of a field that has one for each app; else 0
   * @param value JSON null unsets it
   */
  public static FieldPlan ofOne(Field field, long appId, JsonNode value, FieldLimits limits) {
    FieldInput input =
        new FieldInput(
            field.name(),
            value.isNull() ? Optional.empty() : Optional.of(FieldValue.of(value)),
            limits.violation(value));
    List<ValidationError> errors = new ArrayList<>(0);
    input.error().ifPresent(errors::add);
    input
        .value()
        .filter(given -> given.type() != field.type())
        .ifPresent(given -> errors.add(mismatch(input, field, given)));
    if (field.scope() == FieldScope.ALL_APPS && appId == Field.NO_APP) {
      errors.add(
          new ValidationError(
              input.pointer(), "app_required", field.name() + " has a value for each app"));
    }
    return new FieldPlan(
        List.of(new Target(field, field.valueAppOf(appId), input.value())),
        List.of(),
        errors,
        isMissed(field, input, limits) ? List.of(field.id()) : List.of());
  }

  private static boolean isMissed(Field target, FieldInput field, FieldLimits limits) {
    return target.typeBeingChecked().isPresent()
        && field.value().isPresent()
        && Conversion.of(field.value().get().text(), target.typeBeingChecked().get(), limits)
            .isEmpty();
  }

  /** The fields in which the customer's values may still be stored in a former type. */
  public List<Field> converting() {
    return targets.stream().map(Target::field).filter(Field::isConverting).toList();
  }

  private static ValidationError mismatch(FieldInput field, Field target, FieldValue value) {
    return new ValidationError(
        field.pointer(),
        "field_type_mismatch",
        "%s is a %s field, got %s"
            .formatted(field.name(), target.type().apiName(), value.type().apiName()));
  }

  private static ValidationError limitReached(FieldInput field, FieldLimits limits) {
    return new ValidationError(
        field.pointer(),
        "field_limit_reached",
        "%s would be a new field, but this app has reached its limit of %d fields"
            .formatted(field.name(), limits.perApp()));
  }

  /** Whether this push changes a customer with these values. */
  public boolean changes(List<StoredValue> stored) {
    Map<Key, String> texts = stored.stream().collect(Collectors.toMap(Key::of, StoredValue::text));
    return !missing.isEmpty() || targets.stream().anyMatch(target -> target.changes(texts));
  }

  /** The size of a customer's values in bytes of UTF-8. */
  public long bytesBefore(List<StoredValue> stored) {
    return stored.stream().mapToLong(value -> bytes(value.text())).sum();
  }

  /** The size of the values after this push. */
  public long bytesAfter(List<StoredValue> stored) {
    Map<Key, Long> sizes = new HashMap<>();
    stored.forEach(value -> sizes.put(Key.of(value), bytes(value.text())));
    for (Target target : targets) {
      sizes.put(target.key(), target.value().map(value -> bytes(value.text())).orElse(0L));
    }
    long created =
        missing.stream()
            .flatMap(field -> field.value().stream())
            .mapToLong(value -> bytes(value.text()))
            .sum();
    return created + sizes.values().stream().mapToLong(size -> size).sum();
  }

  private static long bytes(String text) {
    return StorableText.utf8Length(text);
  }
}
