package dev.shopwire.automation.language.draft;

import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.json.StorableText;
import java.util.Optional;

/** A path into the properties of an event or into a json field. */
public record PathDraft(String text, Place place) {

  /** The path; empty if it is invalid, which is recorded. */
  public Optional<PropertyPath> resolve(Faults faults) {
    PropertyPath path = PropertyPath.of(text);
    return path.isComplete() && StorableText.length(text) <= Limits.PATH_LENGTH
        ? Optional.of(path)
        : faults.none(
            place,
            FaultCode.INVALID_VALUE,
            "expected a name, or several joined by dots, of at most "
                + Limits.PATH_LENGTH
                + " characters, got "
                + Shown.text(text));
  }
}
