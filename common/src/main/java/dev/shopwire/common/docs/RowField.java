package dev.shopwire.common.docs;

/**
 * A field of a list's rows.
 *
 * @param isParty whether its value is an app or a party: an object of an id and a slug or a name
 */
public record RowField(String name, boolean isParty) {}
