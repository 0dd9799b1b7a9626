package dev.shopwire.common.json;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the errors and warnings of a request's body. Most bodies have none, so nothing is
 * allocated for them in advance. Not thread-safe.
 */
final class JsonErrors {
  private List<ValidationError> errors = List.of();
  private List<ValidationError> warnings = List.of();

  /** Invalid strings and names anywhere in the body, also in fields that are never read. */
  private final List<ValidationError> textErrors;

  JsonErrors(List<ValidationError> textErrors) {
    this.textErrors = textErrors;
  }

  void add(ValidationError error) {
    if (errors.isEmpty()) {
      errors = new ArrayList<>();
    }
    errors.add(error);
  }

  void addWarning(ValidationError warning) {
    if (warnings.isEmpty()) {
      warnings = new ArrayList<>();
    }
    warnings.add(warning);
  }

  List<ValidationError> warnings() {
    return List.copyOf(warnings);
  }

  List<ValidationError> all() {
    List<ValidationError> all = new ArrayList<>(errors);
    textErrors.stream().filter(error -> !isReported(error)).forEach(all::add);
    return all;
  }

  /** Whether there already is an error for the value or for one that contains it. */
  private boolean isReported(ValidationError textError) {
    return errors.stream().anyMatch(error -> error.includes(textError));
  }

  /**
   * @throws Failure 422 with every error, if there is one
   */
  void throwIfAny() {
    List<ValidationError> all = all();
    if (!all.isEmpty()) {
      throw Failure.invalid(all);
    }
  }
}
