package dev.shopwire.ingest.affiliate;

import dev.shopwire.common.crypto.Digest;
import dev.shopwire.common.docs.OperationRoutes;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.Responses;
import dev.shopwire.common.resources.Resources;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Serves the tracking script from memory, plain and compressed: at {@code /affiliate.js}, and at a
 * versioned path that {@code /affiliate.json} returns. Thread-safe.
 */
public final class AffiliateScript {
  private static final String RESOURCE = "/dev/shopwire/ingest/affiliate.js";
  private static final String RETENTION_MARK = "RETENTION_DAYS";
  private static final int VERSION_DIGITS = 12;
  private static final int NOT_MODIFIED = 304;

  /**
   * What a site needs to pin a version of the script.
   *
   * @param path the path of this version, whose content never changes
   * @param integrity the script tag's {@code integrity} attribute (W3C Subresource Integrity)
   */
  record Pin(String version, String path, String integrity) {}

  private final AffiliateConfig config;
  private final Buffer plain;
  private final Buffer gzipped;
  private final Pin pin;
  private final String etag;

  public AffiliateScript(AffiliateConfig config) {
    this.config = config;
    byte[] script =
        Resources.text(RESOURCE)
            .replace(RETENTION_MARK, Long.toString(config.retention().toDays()))
            .getBytes(StandardCharsets.UTF_8);
    plain = Buffer.buffer(script);
    gzipped = Buffer.buffer(gzip(script));
    String version =
        HexFormat.of().formatHex(Digest.SHA_256.of(script)).substring(0, VERSION_DIGITS);
    pin =
        new Pin(
            version,
            "/affiliate." + version + ".js",
            "sha384-" + Base64.getEncoder().encodeToString(Digest.SHA_384.of(script)));
    // Weak, because the plain and the compressed representation share it.
    etag = "W/\"" + version + "\"";
  }

  /** Adds the routes of the script and its cookie; call after adding the hot routes. */
  public void addTo(OperationRoutes operations) {
    AffiliateCookie cookie = new AffiliateCookie(config, Clock.systemUTC());
    operations
        .on("getAffiliateScript", context -> send(context, "public, max-age=3600"))
        .on("getAffiliateScriptVersion", this::sendVersion)
        .on("getAffiliateVersion", this::describe)
        .on("getAffiliateCookie", cookie::handle);
  }

  private void sendVersion(RoutingContext context) {
    if (context.pathParam("version").equals(pin.version())) {
      send(context, "public, max-age=31536000, immutable");
    } else {
      context.fail(Failure.of(Code.NOT_FOUND, "The version of the script is " + pin.version()));
    }
  }

  private void send(RoutingContext context, String caching) {
    HttpServerResponse response =
        allowAnyOrigin(context.response())
            .putHeader(HttpHeaders.CACHE_CONTROL, caching)
            .putHeader(HttpHeaders.ETAG, etag)
            .putHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING)
            .putHeader("X-Content-Type-Options", "nosniff")
            .putHeader("Cross-Origin-Resource-Policy", "cross-origin");
    if (matchesVersion(context.request().getHeader(HttpHeaders.IF_NONE_MATCH))) {
      response.setStatusCode(NOT_MODIFIED).end();
      return;
    }
    response.putHeader(HttpHeaders.CONTENT_TYPE, "text/javascript; charset=utf-8");
    if (acceptsGzip(context.request().getHeader(HttpHeaders.ACCEPT_ENCODING))) {
      response.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip").end(gzipped);
    } else {
      response.end(plain);
    }
  }

  private void describe(RoutingContext context) {
    allowAnyOrigin(context.response()).putHeader(HttpHeaders.CACHE_CONTROL, "public, max-age=300");
    Responses.ok(context, pin);
  }

  /** Allows any page to read it: browsers check integrity only for readable responses. */
  private static HttpServerResponse allowAnyOrigin(HttpServerResponse response) {
    return response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
  }

  Pin pin() {
    return pin;
  }

  Buffer plain() {
    return plain;
  }

  Buffer gzipped() {
    return gzipped;
  }

  /** Matches {@code If-None-Match} by weak comparison (RFC 9110 §13.1.2). */
  boolean matchesVersion(@Nullable String ifNoneMatch) {
    if (ifNoneMatch == null) {
      return false;
    }
    return ifNoneMatch.strip().equals("*") || ifNoneMatch.contains("\"" + pin.version() + "\"");
  }

  /** Whether {@code Accept-Encoding} (RFC 9110 §12.5.3) lists gzip or *, not with weight 0. */
  static boolean acceptsGzip(@Nullable String acceptEncoding) {
    boolean acceptsAny = false;
    for (String part : acceptEncoding == null ? new String[0] : acceptEncoding.split(",", -1)) {
      String[] coding = part.toLowerCase(Locale.ROOT).replace(" ", "").split(";q=", 2);
      boolean isAccepted = coding.length == 1 || !coding[1].matches("0(\\.0*)?");
      if (coding[0].equals("gzip")) {
        return isAccepted;
      }
      acceptsAny |= coding[0].equals("*") && isAccepted;
    }
    return acceptsAny;
  }

  private static byte[] gzip(byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
