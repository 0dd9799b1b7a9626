package dev.shopwire.automation.language.draft;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Collects what is wrong with a condition. Not thread-safe. */
public final class Faults {
  private static final int MAX = 1_000;

  private record Fault(Place place, ValidationError error) {}

  private final List<Fault> faults = new ArrayList<>(0);

  public void add(Place place, FaultCode code, String message) {
    if (faults.size() < MAX) {
      faults.add(new Fault(place, place.error(code, message)));
    }
  }

  /** Adds a fault in place of a result. */
  public <T> Optional<T> none(Place place, FaultCode code, String message) {
    add(place, code, message);
    return Optional.empty();
  }

  public boolean isEmpty() {
    return faults.isEmpty();
  }

  public Faults copy() {
    Faults copy = new Faults();
    copy.faults.addAll(faults);
    return copy;
  }

  /** The failure with all faults, those of a text in its order; there is at least one. */
  public Failure failure() {
    return Failure.invalid(
        faults.stream()
            .sorted(Comparator.comparingInt(fault -> fault.place.position()))
            .map(Fault::error)
            .toList());
  }

  /**
   * @throws Failure 422 with all faults, if there is one
   */
  public void throwIfAny() {
    if (!isEmpty()) {
      throw failure();
    }
  }
}
