package dev.shopwire.common.contracts;

/**
 * A call of the console about a part of something.
 *
 * @param id from the path
 * @param part what the path names within it: an id or a name of its own
 * @param body JSON text, empty where the call has none
 */
public record AdminPartRequest(long id, String part, String body) {}
