package dev.shopwire.enrichment.fields;

import java.util.Optional;

/**
 * A stored value.
 *
 * @param appId the app that owns the value; {@link Field#NO_APP} unless the field's scope is
 *     all-apps
 * @param text see {@link FieldValue}
 * @param source the run that it is from; empty if it was pushed, or if that was not read
 */
public record StoredValue(long fieldId, long appId, String text, Optional<LinkedRun> source) {

  /** A value of which only the text matters. */
  public StoredValue(long fieldId, long appId, String text) {
    this(fieldId, appId, text, Optional.empty());
  }

  StoredValue withText(String other) {
    return new StoredValue(fieldId, appId, other, source);
  }
}
