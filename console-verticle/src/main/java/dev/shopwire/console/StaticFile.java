package dev.shopwire.console;

import dev.shopwire.common.resources.Resources;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/**
 * A file of the console's web page, kept in memory.
 *
 * @param path the path at which it is served
 */
record StaticFile(String path, String type, Buffer content) {
  private static final String FOLDER = "/dev/shopwire/console/pages/";

  static List<StaticFile> all() {
    return List.of(
        of("/", "index.html", "text/html; charset=utf-8"),
        of("/console.js", "console.js", "text/javascript; charset=utf-8"),
        of("/console.css", "console.css", "text/css; charset=utf-8"));
  }

  private static StaticFile of(String path, String file, String type) {
    return new StaticFile(path, type, Buffer.buffer(Resources.bytes(FOLDER + file)));
  }

  void send(RoutingContext context) {
    context
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, type)
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("Referrer-Policy", "no-referrer")
        .putHeader("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'")
        .end(content);
  }
}
