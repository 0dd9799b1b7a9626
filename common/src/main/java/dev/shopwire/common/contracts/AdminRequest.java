package dev.shopwire.common.contracts;

/**
 * A console request.
 *
 * @param id from the path: of a workspace, app, field, customer, contact or other resource
 * @param body JSON text, empty if the request has none
 */
public record AdminRequest(long id, String body) {}
