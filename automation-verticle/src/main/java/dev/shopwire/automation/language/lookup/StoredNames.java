package dev.shopwire.automation.language.lookup;

import dev.shopwire.automation.language.draft.Faults;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.draft.Operand;
import dev.shopwire.automation.language.draft.Reference;
import dev.shopwire.common.query.NumericId;
import java.util.Optional;

/** Takes the ids of stored conditions as they are: they were checked when they were stored. */
public final class StoredNames implements Names {
  private final Faults faults = new Faults();

  @Override
  public Faults faults() {
    return faults;
  }

  @Override
  public Optional<Target> field(Reference.Field reference) {
    long field = reference.field().id().orElse(Reference.NO_ID);
    return appOrAll(reference.app())
        .map(app -> new Target(field, app, reference.field().name(), Optional.empty()));
  }

  @Override
  public Optional<Long> app(Reference.App app) {
    return NumericId.parse(app.name());
  }

  @Override
  public Optional<Long> segment(Reference segment) {
    return segment.id().isPresent() ? Optional.of(segment.id().getAsLong()) : Optional.empty();
  }

  @Override
  public Optional<Long> affiliate(Operand affiliate) {
    return affiliate instanceof Operand.Text text ? NumericId.parse(text.text()) : Optional.empty();
  }
}
