package dev.shopwire.sources.proof;

/**
 * One thing that was tried, as the API shows it.
 *
 * @param name stable
 * @param isOk whether it went as it must
 * @param detail what was found, for people; without secrets
 */
public record Probe(String name, boolean isOk, String detail) {}
