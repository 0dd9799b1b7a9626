package dev.shopwire.console.pages.assets;

import dev.shopwire.common.http.Routes;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/** All files that pages load. Thread-safe. */
public final class Assets {
  public static final Asset STYLES = Asset.of("console.css", "text/css; charset=utf-8");
  public static final Asset SCRIPT = Asset.of("console.js", "text/javascript; charset=utf-8");
  public static final Asset HTMX = Asset.of("htmx.min.js", "text/javascript; charset=utf-8");
  public static final Asset MORPH =
      Asset.of("idiomorph-ext.min.js", "text/javascript; charset=utf-8");
  public static final Asset ICON = Asset.of("icon.svg", "image/svg+xml");

  static final List<Asset> ALL = List.of(STYLES, SCRIPT, HTMX, MORPH, ICON);

  private Assets() {}

  /** Adds a route for each file. */
  public static void addTo(Routes routes) {
    ALL.forEach(asset -> routes.on(HttpMethod.GET, asset.path(), context -> send(context, asset)));
  }

  private static void send(RoutingContext context, Asset asset) {
    SecurityHeaders.addTo(context.response());
    boolean gzip = Gzip.isAccepted(context.request());
    if (gzip) {
      context.response().putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
    }
    context
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, asset.type())
        .putHeader(HttpHeaders.VARY, "Accept-Encoding")
        .putHeader(HttpHeaders.CACHE_CONTROL, "public, max-age=31536000, immutable")
        .end(gzip ? asset.gzip() : asset.content());
  }
}
