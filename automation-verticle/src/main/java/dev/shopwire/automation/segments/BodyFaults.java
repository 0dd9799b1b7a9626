package dev.shopwire.automation.segments;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Collects the faults of a body and of the condition in it. Not thread-safe. */
public final class BodyFaults {
  private final List<ValidationError> ofCondition = new ArrayList<>();

  public void add(String pointer, String code, String message) {
    ofCondition.add(new ValidationError(pointer, code, message));
  }

  /** Reads a part of the body; empty if it is invalid. */
  public <T> Optional<T> read(Supplier<T> reader) {
    try {
      return Optional.of(reader.get());
    } catch (Failure failure) {
      if (failure.code() != Code.INVALID) {
        throw failure;
      }
      ofCondition.addAll(failure.errors());
      return Optional.empty();
    }
  }

  /**
   * @throws Failure 422 with every fault, if there is one
   */
  public void throwIfAny(JsonInput input) {
    List<ValidationError> all = all(input);
    if (!all.isEmpty()) {
      throw Failure.invalid(all);
    }
  }

  /** Every fault. */
  public List<ValidationError> all(JsonInput input) {
    List<ValidationError> all = new ArrayList<>();
    try {
      input.throwIfInvalid();
    } catch (Failure failure) {
      all.addAll(failure.errors());
    }
    all.addAll(ofCondition);
    return all;
  }
}
