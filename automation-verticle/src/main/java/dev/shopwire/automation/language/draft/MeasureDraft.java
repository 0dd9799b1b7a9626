package dev.shopwire.automation.language.draft;

import dev.shopwire.automation.conditions.Measure;
import dev.shopwire.common.events.PropertyPath;
import java.util.Optional;

/** What is tested of events or page views. */
public sealed interface MeasureDraft {

  /** The measure; empty if it is invalid, which is recorded. */
  Optional<Measure> resolve(Names names);

  /** Whether a window may select the events: not where their times are compared. */
  default boolean allowsWindow() {
    return true;
  }

  record Exists(boolean isNegated) implements MeasureDraft {
    @Override
    public Optional<Measure> resolve(Names names) {
      return Optional.of(isNegated ? new Measure.NotPerformed() : new Measure.Performed());
    }
  }

  record Count(TestDraft test) implements MeasureDraft {
    @Override
    public Optional<Measure> resolve(Names names) {
      return test.resolve(ValueType.AMOUNT, "count", names).map(Measure.Count::new);
    }
  }

  record Sum(PathDraft property, TestDraft test) implements MeasureDraft {
    @Override
    public Optional<Measure> resolve(Names names) {
      Optional<PropertyPath> path = property.resolve(names.faults());
      return test.resolve(ValueType.AMOUNT, "sum", names)
          .flatMap(resolved -> path.map(found -> new Measure.Sum(found, resolved)));
    }
  }

  record First(TestDraft test) implements MeasureDraft {
    @Override
    public Optional<Measure> resolve(Names names) {
      return test.resolve(ValueType.TIME, "first", names).map(Measure.First::new);
    }

    @Override
    public boolean allowsWindow() {
      return false;
    }
  }

  record Last(TestDraft test) implements MeasureDraft {
    @Override
    public Optional<Measure> resolve(Names names) {
      return test.resolve(ValueType.TIME, "last", names).map(Measure.Last::new);
    }

    @Override
    public boolean allowsWindow() {
      return false;
    }
  }
}
