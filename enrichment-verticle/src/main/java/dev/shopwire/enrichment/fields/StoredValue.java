package dev.shopwire.enrichment.fields;

/**
 * A stored value.
 *
 * @param appId the app that owns the value; {@link Field#NO_APP} unless the field's scope is
 *     all-apps
 * @param text see {@link FieldValue}
 */
public record StoredValue(long fieldId, long appId, String text) {}
