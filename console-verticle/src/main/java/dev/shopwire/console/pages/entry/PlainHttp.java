package dev.shopwire.console.pages.entry;

import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Locale;

/**
 * Detects browsers that will drop the session cookie, which is only for TLS: those that reach the
 * console over plain HTTP on another machine.
 */
final class PlainHttp {
  private static final String LOOPBACK =
      "(localhost|[a-z0-9.-]+\\.localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?";

  private PlainHttp() {}

  /**
   * @param insecure whether the cookie is sent without TLS too
   */
  static List<Part> warning(HttpServerRequest request, boolean insecure) {
    return insecure || !dropsCookies(request)
        ? List.of()
        : List.of(
            new Region(
                "plain-http",
                "This browser can't stay signed in",
                List.of(
                    new Text(
                        "The console is reached over plain HTTP, so browsers drop its session"
                            + " cookie. Put TLS in front of it (a proxy with a certificate), or, for"
                            + " a trial only, set console.insecure.cookie=true."))));
  }

  /** Browsers send Sec-Fetch-Site only over TLS and to this machine itself. */
  private static boolean dropsCookies(HttpServerRequest request) {
    String host = String.valueOf(request.getHeader(HttpHeaders.HOST)).toLowerCase(Locale.ROOT);
    return !request.isSSL()
        && request.getHeader("Sec-Fetch-Site") == null
        && !"https".equalsIgnoreCase(request.getHeader("X-Forwarded-Proto"))
        && !host.matches(LOOPBACK);
  }
}
