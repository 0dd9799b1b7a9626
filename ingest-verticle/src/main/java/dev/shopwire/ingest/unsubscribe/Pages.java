package dev.shopwire.ingest.unsubscribe;

import dev.shopwire.common.crypto.Digest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.resources.Resources;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** Renders the pages for recipients, which need no script and load nothing. Thread-safe. */
final class Pages {
  static final String TYPE = "text/html; charset=utf-8";

  private static final String STYLE = Resources.text("/dev/shopwire/ingest/unsubscribe.css");

  /** Allows the style within the page (CSP Level 3, hash source), and forms to where it is. */
  private static final String POLICY =
      "default-src 'none'; style-src 'sha256-%s'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
          .formatted(
              Base64.getEncoder()
                  .encodeToString(Digest.SHA_256.of(STYLE.getBytes(StandardCharsets.UTF_8))));

  private static final TemplateEngine ENGINE =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, Pages.class.getClassLoader(), "dev.shopwire.ingest.templates");

  private Pages() {}

  static String preferences(PreferencePage page) {
    return render("preferences.jte", Map.of("page", page, "style", STYLE));
  }

  static String failure(Failure failure) {
    return render(
        "failure.jte",
        Map.of(
            "heading", failure.code().title(), "message", failure.message() + ".", "style", STYLE));
  }

  private static String render(String template, Map<String, Object> parameters) {
    StringOutput html = new StringOutput();
    ENGINE.render(template, parameters, html);
    return html.toString();
  }

  /** The link is a credential of its recipient: it is neither stored nor passed on. */
  static void addHeaders(HttpServerResponse response) {
    response
        .putHeader("Content-Security-Policy", POLICY)
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("Referrer-Policy", "no-referrer")
        .putHeader("X-Robots-Tag", "noindex")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
  }
}
