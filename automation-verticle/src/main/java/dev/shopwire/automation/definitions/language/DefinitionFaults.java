package dev.shopwire.automation.definitions.language;

import dev.shopwire.common.failure.ValidationError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Collects what is wrong with a definition. Not thread-safe. */
final class DefinitionFaults {
  private static final int MAX = 1_000;

  private final List<ValidationError> faults = new ArrayList<>(0);

  void add(String pointer, String code, String message) {
    add(new ValidationError(pointer, code, message));
  }

  void add(ValidationError fault) {
    if (faults.size() < MAX) {
      faults.add(fault);
    }
  }

  void addAll(Collection<ValidationError> more) {
    more.forEach(this::add);
  }

  boolean isEmpty() {
    return faults.isEmpty();
  }

  List<ValidationError> all() {
    return List.copyOf(faults);
  }
}
