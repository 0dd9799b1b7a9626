package dev.shopwire.console.pages.assets;

import io.vertx.core.http.HttpServerResponse;

/** The headers that restrict what a browser does with the console's responses. */
public final class SecurityHeaders {
  /** Allows what this console serves, and nothing inline or from elsewhere. */
  public static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

  private SecurityHeaders() {}

  public static void addTo(HttpServerResponse response) {
    response
        .putHeader("Content-Security-Policy", POLICY)
        .putHeader("X-Content-Type-Options", "nosniff")
        // With no-referrer, browsers would send "Origin: null" with the console's own forms.
        .putHeader("Referrer-Policy", "same-origin");
  }
}
