package dev.shopwire.automation.templates.language;

/**
 * What is wrong with a template.
 *
 * @param span in the source of the member; its positions are UTF-16 units, not code points
 * @param message for people: what was expected and what was sent
 */
public record TemplateFault(Member member, FaultCode code, Span span, String message) {}
