package dev.shopwire.common.contracts;

/**
 * A call of the console about something whose id is no number.
 *
 * @param id from the path, as it came
 * @param body JSON text, empty where the call has none
 */
public record AdminItemRequest(String id, String body) {}
