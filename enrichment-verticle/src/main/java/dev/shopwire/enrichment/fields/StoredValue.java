package dev.shopwire.enrichment.fields;

/**
 * A value as it is stored.
 *
 * @param appId whose value it is, {@link Field#NO_APP} unless the field's scope is all-apps
 * @param text see {@link FieldValue}
 */
public record StoredValue(int fieldId, int appId, String text) {}
