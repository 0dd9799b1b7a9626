package dev.shopwire.automation.templates.language;

import java.util.Optional;

/**
 * A tag that a value replaces.
 *
 * @param fallback the text of {@code default}
 * @param tag all of it, with its braces
 */
public record Placeholder(TemplatePath path, Optional<String> fallback, Span tag) {}
