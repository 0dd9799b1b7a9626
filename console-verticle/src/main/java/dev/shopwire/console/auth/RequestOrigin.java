package dev.shopwire.console.auth;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/** Detects requests that a browser makes for a page of another site. Thread-safe. */
final class RequestOrigin {
  private final String publicUrl;

  /**
   * @param publicUrl the console's own, without a path
   */
  RequestOrigin(String publicUrl) {
    this.publicUrl = publicUrl;
  }

  static Failure refusal() {
    return Failure.of(
        Code.FORBIDDEN, "cross_origin", "The request comes from a page of another origin");
  }

  /**
   * Whether a page of another origin made the browser send {@code request}. Browsers send {@code
   * Origin} with every write. It is ours if it is the public address or the host that the request
   * was sent to; a proxy may have changed the latter.
   */
  boolean isForeign(HttpServerRequest request) {
    if ("cross-site".equals(request.getHeader("Sec-Fetch-Site"))) {
      return true;
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    String host = request.getHeader(HttpHeaders.HOST);
    return origin != null
        && !origin.equalsIgnoreCase(publicUrl)
        && !origin.equalsIgnoreCase("http://" + host)
        && !origin.equalsIgnoreCase("https://" + host);
  }
}
