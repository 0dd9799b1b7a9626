package dev.shopwire.common.contracts;

import dev.shopwire.common.access.Caller;

/**
 * A console request for a resource whose id is not a number.
 *
 * @param id from the path, unparsed
 * @param body JSON text, empty if the request has none
 * @param caller who makes the request
 */
public record AdminItemRequest(String id, String body, Caller caller) {}
