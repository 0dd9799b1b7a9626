package dev.shopwire.automation.definitions;

/**
 * A custom field. It has an id and not a name, so that promotion and renaming change nothing.
 *
 * @param appId whose value of a field of all apps is meant; 0 for any of its values, and for a
 *     field that has one
 */
public record FieldRef(long fieldId, long appId) {}
