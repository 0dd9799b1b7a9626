package dev.shopwire.common.failure;

/**
 * One thing that is wrong with a request.
 *
 * @param pointer a JSON Pointer (RFC 6901) to the member, empty for the whole body
 * @param code a stable word for programs
 * @param message for a person: what was expected and what came
 */
public record Fault(String pointer, String code, String message) {}
