package dev.shopwire.console.pages.parts;

/** A part of a page's main content. */
public interface Part {
  /** The name of its template, whose only parameter is the part. */
  String template();
}
