package dev.shopwire.automation.templates.language;

/**
 * A part of a source.
 *
 * @param position of its start, in UTF-16 units
 * @param length in UTF-16 units
 */
public record Span(int position, int length) {
  /** The start of a source, for what has no place of its own. */
  public static final Span START = new Span(0, 0);

  static Span between(int start, int end) {
    return new Span(start, end - start);
  }
}
