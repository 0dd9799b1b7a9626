package dev.shopwire.console.pages;

import dev.shopwire.console.pages.parts.Figure;
import java.util.Map;

/** Writes the commands that do by curl what pages do. */
final class Curl {
  private final String consoleUrl;

  /**
   * @param consoleUrl the console's address as its users see it
   */
  Curl(String consoleUrl) {
    this.consoleUrl = consoleUrl;
  }

  /**
   * The request that returns what a page shows.
   *
   * @param id unique on the page
   * @param path of the operation
   */
  Figure same(String id, String path, Map<String, String> parameters) {
    return new Figure(
        id,
        "The same by curl",
        "TOKEN is an API token of this workspace, made on the page Account.",
        "curl -sS -H \"Authorization: Bearer $TOKEN\" "
            + quote(consoleUrl + address(path, parameters)));
  }

  /** Same for what API tokens can't read: the session of this browser. */
  Figure sameInSession(String id, String path, String cookie) {
    return new Figure(
        id,
        "The same by curl",
        "API tokens can't read this. TOKEN is the value of this browser's cookie " + cookie + ".",
        "curl -sS -H \"Cookie: " + cookie + "=$TOKEN\" " + quote(consoleUrl + path));
  }

  /** The path of a list with its filters. */
  static String address(String path, Map<String, String> parameters) {
    return parameters.isEmpty() ? path : path + "?" + PageRequest.encode(parameters);
  }

  private static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
