package dev.shopwire.console.pages;

import dev.shopwire.console.PublicAddresses;
import dev.shopwire.console.pages.parts.Figure;
import java.util.Map;

/** Writes the commands that do by curl what pages do. */
public final class Curl {
  private static final String SAME = "The same by curl";
  private static final String TRY = "Try it with curl";

  /** What TOKEN is. */
  public static final String TOKEN =
      "TOKEN is an API token of this workspace, made on the page Account.";

  private final PublicAddresses addresses;
  private final String cookie;

  /**
   * @param addresses as users see them
   * @param cookie the name of the session cookie
   */
  public Curl(PublicAddresses addresses, String cookie) {
    this.addresses = addresses;
    this.cookie = cookie;
  }

  /**
   * The request that returns what a page shows.
   *
   * @param id unique on the page
   * @param path of the operation
   */
  public Figure same(String id, String path, Map<String, String> parameters) {
    String url = quote(addresses.console() + address(path, parameters));
    return path.startsWith("/console/api/me/") || path.equals("/console/api/session")
        ? new Figure(
            id,
            SAME,
            "API tokens can't read this. TOKEN is the value of this browser's cookie %s."
                .formatted(cookie),
            "curl -sS -H \"Cookie: %s=$TOKEN\" %s".formatted(cookie, url))
        : new Figure(id, SAME, TOKEN, "curl -sS -H \"Authorization: Bearer $TOKEN\" " + url);
  }

  /** The same for what only operators read. */
  public Figure sameByOperator(String id, String path) {
    return new Figure(
        id,
        SAME,
        "TOKEN is the admin token: API tokens can't read this.",
        "curl -sS -H \"Authorization: Bearer $TOKEN\" " + quote(addresses.console() + path));
  }

  /**
   * The request that does what the form of a page does that needs no sign-in.
   *
   * @param body JSON, in which {@code $NAME} is a variable of the shell
   * @param note which variables must be set
   */
  public Figure sameByAnyone(String id, String path, String body, String note) {
    return new Figure(
        id, SAME, note, post(addresses.console() + path, "", withVariables(quote(body))));
  }

  /**
   * The request that does what the form of a page does.
   *
   * @param body JSON
   */
  public Figure sameWithToken(String id, String path, String body) {
    return new Figure(
        id,
        SAME,
        TOKEN,
        post(addresses.console() + path, " -H \"Authorization: Bearer $TOKEN\"", quote(body)));
  }

  /**
   * A first write with the console's API, for a page without data.
   *
   * @param body JSON
   * @param note what TOKEN is
   */
  public Figure tryWithToken(String id, String path, String body, String note) {
    return new Figure(
        id,
        TRY,
        note,
        post(addresses.console() + path, " -H \"Authorization: Bearer $TOKEN\"", quote(body)));
  }

  /** Same for what API tokens can't do: in the session of this browser. */
  public Figure tryInSession(String id, String path, String body, String csrfToken) {
    return new Figure(
        id,
        TRY,
        "TOKEN is the value of this browser's cookie %s.".formatted(cookie),
        post(
            addresses.console() + path,
            " -H \"Cookie: %s=$TOKEN\" -H %s"
                .formatted(cookie, quote("X-CSRF-Token: " + csrfToken)),
            quote(body)));
  }

  /** A first write with the public API, for a page without data. */
  public Figure tryWithKey(String id, String path, String body) {
    return new Figure(
        id,
        TRY,
        "KEY is an API key of the app, made on its page.",
        post(addresses.api() + path, " -H \"X-Api-Key: $KEY\"", quote(body)));
  }

  private static String post(String url, String credentials, String quotedBody) {
    return "curl -sS%s -H 'Content-Type: application/json' \\\n  -d %s \\\n  %s"
        .formatted(credentials, quotedBody, quote(url));
  }

  /** Ends the quotes around the variables, so that the shell replaces them. */
  private static String withVariables(String quoted) {
    return quoted.replaceAll("\\$([A-Z]+)", "'\"\\$$1\"'");
  }

  /** The path of a list with its filters. */
  public static String address(String path, Map<String, String> parameters) {
    return parameters.isEmpty() ? path : path + "?" + PageRequest.encode(parameters);
  }

  private static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
