package dev.shopwire.console.pages;

import dev.shopwire.common.access.AccessLevel;
import java.util.Optional;

/**
 * The workspace that a page is about.
 *
 * @param timezone its default; empty for UTC
 * @param level what the visitor may do there
 */
public record PageWorkspace(
    long id, String name, Optional<String> timezone, boolean requireTotp, AccessLevel level) {

  /** The path of one of its pages. */
  public String path(String page) {
    return path(id, page);
  }

  /** Same for the workspace with this id. */
  public static String path(long id, String page) {
    return "/console/w/" + id + page;
  }
}
