package dev.shopwire.common.calls;

/**
 * A call of the console about something whose id is no number.
 *
 * @param id from the path, as it came
 * @param body JSON text, empty where the call has none
 */
public record AdminItem(String id, String body) {}
