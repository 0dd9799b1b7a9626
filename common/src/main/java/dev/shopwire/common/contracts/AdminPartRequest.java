package dev.shopwire.common.contracts;

import dev.shopwire.common.access.Caller;

/**
 * A console request for a part of a resource.
 *
 * @param id from the path
 * @param part identifies the part in the path: an id or a name
 * @param body JSON text, empty if the request has none
 * @param caller who makes the request
 */
public record AdminPartRequest(long id, String part, String body, Caller caller) {}
