package dev.shopwire.ingest.events;

import dev.shopwire.common.failure.ValidationError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects the validation errors and warnings of one event, each with its JSON Pointer. Most events
 * have none, so nothing is allocated for them in advance.
 */
final class EventErrors {
  /** A validation error and its field's documented name; empty if it has none. */
  private record FieldError(String field, ValidationError error) {
    boolean isOfShop() {
      return ShopNames.isField(field);
    }
  }

  private final String pointer;
  private List<FieldError> errors = List.of();
  private List<ValidationError> warnings = List.of();
  private String current = "";
  private String currentSent = "";

  /**
   * @param pointer of the event within the body, empty if the body is the event
   */
  EventErrors(String pointer) {
    this.pointer = pointer;
  }

  String pointer() {
    return pointer;
  }

  /**
   * Sets the field that is read now, and drops the errors of an earlier occurrence.
   *
   * @param name its documented name
   * @param sent its name as the caller sent it
   */
  void startField(String name, String sent) {
    current = name;
    currentSent = sent;
    if (!errors.isEmpty()) {
      errors.removeIf(each -> each.field.equals(name));
    }
  }

  /** Adds an error of the field that is read now; {@code problem} follows its name. */
  void addToCurrent(String code, String problem) {
    add(current, errorAt(currentSent, code, current + " " + problem));
  }

  /** Adds a warning about the field that is read now; {@code problem} follows its name. */
  void warnAboutCurrent(String code, String problem) {
    addWarning(currentSent, code, currentSent + " " + problem);
  }

  /** Adds an error of a field after all fields were read. */
  void add(String field, String code, String message) {
    add(field, errorAt(field, code, message));
  }

  /** Adds an error that concerns the event and none of its fields. */
  void addToEvent(String code, String message) {
    add("", new ValidationError(pointer, code, message));
  }

  /**
   * @param field the field's documented name; empty for an unknown field
   */
  void add(String field, ValidationError error) {
    if (errors.isEmpty()) {
      errors = new ArrayList<>();
    }
    errors.add(new FieldError(field, error));
  }

  void addWarning(String field, String code, String message) {
    if (warnings.isEmpty()) {
      warnings = new ArrayList<>();
    }
    warnings.add(errorAt(field, code, message));
  }

  private ValidationError errorAt(String field, String code, String message) {
    return new ValidationError(pointer + "/" + field, code, message);
  }

  boolean isEmpty() {
    return errors.isEmpty();
  }

  /** Whether a field with this documented name has an error. */
  boolean has(String field) {
    return errors.stream().anyMatch(each -> each.field.equals(field));
  }

  List<ValidationError> all() {
    return errors.stream().map(FieldError::error).toList();
  }

  List<ValidationError> warnings() {
    return warnings;
  }

  /** The first error of the fields that identify the shop. */
  Optional<ValidationError> ofShop() {
    return errors.stream().filter(FieldError::isOfShop).map(FieldError::error).findFirst();
  }

  /** Errors of the fields next to a batch's events, most of which are ignored there. */
  List<ValidationError> nextToBatch() {
    return errors.stream()
        .filter(
            each ->
                each.field.isEmpty() || each.isOfShop() || each.error.code().equals("invalid_text"))
        .map(FieldError::error)
        .toList();
  }
}
