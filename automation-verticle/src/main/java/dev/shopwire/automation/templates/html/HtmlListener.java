package dev.shopwire.automation.templates.html;

/** Receives what a scanner reads. Names are in lower case; text and values are not decoded. */
interface HtmlListener {
  /** Text between tags, in any number of pieces; not that of scripts, styles and the like. */
  void text(String text);

  /** The start of an attribute's value, before the pieces passed to {@link #value}. */
  void attribute(String name);

  /** A piece of the current attribute's value. */
  void value(String text);

  /** A start tag, after its attributes. */
  void start(String name);

  /** The start tag before was {@code <name/>}, which ends elements of MJML and SVG. */
  default void selfClosing() {}

  /** An end tag, after its attributes. */
  void end(String name);
}
