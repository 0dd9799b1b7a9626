package dev.shopwire.common.contracts;

import dev.shopwire.common.access.Caller;

/**
 * A console request.
 *
 * @param id from the path: of a workspace, app, field, customer, contact or other resource
 * @param body JSON text, empty if the request has none
 * @param caller who makes the request
 */
public record AdminRequest(long id, String body, Caller caller) {}
