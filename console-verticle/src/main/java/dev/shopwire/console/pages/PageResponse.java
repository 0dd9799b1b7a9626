package dev.shopwire.console.pages;

import dev.shopwire.console.pages.parts.Part;
import java.util.List;

/** What is sent for a page's request. */
public sealed interface PageResponse {
  /** HTML. */
  record Page(int status, Frame frame, List<Part> parts) implements PageResponse {}

  /**
   * Another page, which the browser gets.
   *
   * @param location a path of this console, or the address of the OIDC provider
   */
  record Redirect(String location) implements PageResponse {}
}
