package dev.shopwire.automation.templates.language;

/**
 * A path where it stands in a template.
 *
 * @param span of the path without the rest of the tag, in UTF-16 units of the member's source
 */
public record UsedPath(Member member, TemplatePath path, Span span) {}
