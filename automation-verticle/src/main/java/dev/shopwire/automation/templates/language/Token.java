package dev.shopwire.automation.templates.language;

/** A piece of a source: a tag, or what stands between two tags. */
public sealed interface Token {
  /** Text without tags. */
  record Literal(String text) implements Token {}

  /** A tag that a value replaces. */
  record Insert(Placeholder placeholder) implements Token {}

  /** The start of an if-block. */
  record If(TemplatePath path, Span tag) implements Token {}

  /** The start of the other branch of an if-block. */
  record Else(Span tag) implements Token {}

  /** The end of an if-block. */
  record EndIf(Span tag) implements Token {}
}
