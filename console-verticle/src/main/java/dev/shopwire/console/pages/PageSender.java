package dev.shopwire.console.pages;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.Responses;
import dev.shopwire.console.pages.assets.Gzip;
import dev.shopwire.console.pages.assets.SecurityHeaders;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** Renders and sends pages and redirects. */
final class PageSender {
  private static final int SEE_OTHER = 303;
  private static final String TYPE = "text/html; charset=utf-8";

  private PageSender() {}

  /**
   * An response as it is sent.
   *
   * @param location of a redirect; empty for a page
   */
  record Rendered(int status, String location, Buffer html) {}

  /** Says when a retry may succeed, if that is known. */
  static void setRetryAfter(RoutingContext context, Failure failure) {
    failure
        .retryAfter()
        .ifPresent(
            after ->
                context
                    .response()
                    .putHeader(
                        HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, after.toSeconds()))));
  }

  static Rendered render(PageResponse response) {
    if (response instanceof PageResponse.Redirect redirect) {
      return new Rendered(SEE_OTHER, redirect.location(), Buffer.buffer());
    }
    PageResponse.Page page = (PageResponse.Page) response;
    String html = Templates.page(page.frame(), page.parts());
    return new Rendered(page.status(), "", Buffer.buffer(html));
  }

  static void send(RoutingContext context, Rendered rendered) {
    HttpServerResponse response = context.response();
    SecurityHeaders.addTo(response);
    response
        .setStatusCode(rendered.status())
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader(HttpHeaders.VARY, "Accept-Encoding, Cookie");
    if (!rendered.location().isEmpty()) {
      response.putHeader(HttpHeaders.LOCATION, rendered.location());
    }
    Buffer body = rendered.html();
    if (body.length() > 0 && Gzip.isAccepted(context.request())) {
      response.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
      body = Buffer.buffer(Gzip.of(body.getBytes()));
    }
    Responses.bytes(context, TYPE, body);
  }
}
