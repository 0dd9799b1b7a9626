package dev.shopwire.automation.language.draft;

import dev.shopwire.automation.names.Vocabulary;
import java.util.Optional;

/**
 * Finds what names stand for: in a workspace as it is now, or in stored conditions, which have ids
 * only. What is not found is recorded as a fault.
 */
public interface Names {
  /** Stands for every app, or for what has no app. */
  long NO_APP = 0;

  /**
   * A custom field that was found.
   *
   * @param app whose value is meant, if it is a field with one value per app
   * @param name for messages
   * @param type empty if it is known to fit
   */
  record Target(long field, long app, String name, Optional<Vocabulary.Type> type) {}

  Faults faults();

  Optional<Target> field(Reference.Field field);

  Optional<Long> app(Reference.App app);

  Optional<Long> segment(Reference segment);

  Optional<Long> affiliate(Operand affiliate);

  /** The app, or {@link #NO_APP} if none was named. */
  default Optional<Long> appOrAll(Optional<Reference.App> app) {
    return app.isPresent() ? app(app.get()) : Optional.of(NO_APP);
  }
}
