package dev.shopwire.automation.language.draft;

import dev.shopwire.common.query.NumericId;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Refers to a field or a segment.
 *
 * @param id if present, the name says nothing; {@link #NO_ID} if what was sent can't be an id
 * @param name as sent; of an id what messages show
 * @param place where faults are reported
 */
public record Reference(OptionalLong id, String name, Place place) {
  /** Nothing has this id. */
  public static final long NO_ID = -1;

  public static Reference ofName(String name, Place place) {
    return new Reference(OptionalLong.empty(), name, place);
  }

  /**
   * @param id decimal digits, or anything else, which refers to nothing
   */
  public static Reference ofId(String id, Place place) {
    return new Reference(OptionalLong.of(NumericId.parse(id).orElse(NO_ID)), "#" + id, place);
  }

  /** For messages. */
  public String shown() {
    return Shown.text(name);
  }

  /**
   * The name of an app.
   *
   * @param place where faults are reported
   */
  public record App(String name, Place place) {}

  /** Refers to a custom field, by the name of an app and its own, or by its id. */
  public record Field(Reference field, Optional<App> app) {}
}
