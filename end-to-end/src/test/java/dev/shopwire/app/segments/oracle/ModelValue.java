package dev.shopwire.app.segments.oracle;

/**
 * The value of a custom field.
 *
 * @param value plain, in the form of {@code PlainJson}
 * @param app the slug of the app that wrote it
 * @param requestId of the push that changed it last
 */
record ModelValue(Object value, String app, String requestId) {}
