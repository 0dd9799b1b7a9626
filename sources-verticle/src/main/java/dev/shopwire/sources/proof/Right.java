package dev.shopwire.sources.proof;

/**
 * A right that a role has, or may get by becoming another one.
 *
 * @param text what it is, for people
 */
public record Right(Ability ability, String text) {}
