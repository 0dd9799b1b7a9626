package dev.shopwire.common.contracts;

/**
 * A console request for a resource whose id is not a number.
 *
 * @param id from the path, unparsed
 * @param body JSON text, empty if the request has none
 */
public record AdminItemRequest(String id, String body) {}
