package dev.shopwire.app.affiliates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The routes of affiliate tracking, requested without an API key as browsers and caches do. */
@Tag("everywhere")
class AffiliateRoutesIT {
  private static final String URL = RunningService.shared().httpUrl();
  // Not checked against the OpenAPI document: the script is not JSON.
  private static final Http FILES = new Http(URL);
  private static final SchemaCheckedHttp JSON = RunningService.shared().tenants().as(Map.of());
  private static final String COOKIE = "/affiliate/cookie?code=ada";

  private static Response script(String path, Map<String, String> headers) {
    return FILES.send("GET", path, headers, new byte[0]);
  }

  private static Response cookie(String query, Map<String, String> headers) {
    return JSON.send("GET", COOKIE + query, headers, new byte[0]);
  }

  private static byte[] digest(String algorithm, String text) throws Exception {
    return MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theScriptIsCachedForAnHourAndLoadsOnAnySite() {
    Response response = script("/affiliate.js", Map.of());
    assertEquals(200, response.status());
    assertEquals("text/javascript; charset=utf-8", response.header("Content-Type"));
    assertEquals("public, max-age=3600", response.header("Cache-Control"));
    assertEquals("nosniff", response.header("X-Content-Type-Options"));
    assertEquals("cross-origin", response.header("Cross-Origin-Resource-Policy"));
    assertEquals("*", response.header("Access-Control-Allow-Origin"));
    assertEquals("accept-encoding", response.header("Vary"));
    assertTrue(response.body().contains("affiliateTrack"));
    assertTrue(response.header("Set-Cookie").isEmpty());
  }

  @Test
  void aPinnedVersionIsCachedForAYear() throws Exception {
    Response pin = JSON.get("/affiliate.json");
    Response response = script(pin.json().path("path").asText(), Map.of());
    assertEquals("public, max-age=31536000, immutable", response.header("Cache-Control"));
    assertEquals(script("/affiliate.js", Map.of()).body(), response.body());
    assertEquals(
        pin.json().path("integrity").asText(),
        "sha384-" + Base64.getEncoder().encodeToString(digest("SHA-384", response.body())));
    assertTrue(
        HexFormat.of()
            .formatHex(digest("SHA-256", response.body()))
            .startsWith(pin.json().path("version").asText()));
    assertEquals(404, JSON.get("/affiliate.000000000000.js").status());
  }

  @Test
  void theScriptSupportsConditionalRequestsAndGzip() {
    Response zipped = script("/affiliate.js", Map.of("Accept-Encoding", "br, gzip"));
    assertEquals("gzip", zipped.header("Content-Encoding"));
    assertTrue(Integer.parseInt(zipped.header("Content-Length")) < 2_048);
    Response plain = script("/affiliate.js", Map.of("Accept-Encoding", "gzip;q=0"));
    assertTrue(plain.header("Content-Encoding").isEmpty());
    String tag = plain.header("ETag");
    assertEquals(tag, zipped.header("ETag"));
    Response notModified = script("/affiliate.js", Map.of("If-None-Match", tag));
    assertEquals(304, notModified.status());
    assertEquals("", notModified.body());
    assertEquals(tag, notModified.header("ETag"));
    assertEquals("public, max-age=3600", notModified.header("Cache-Control"));
    assertEquals(200, script("/affiliate.js", Map.of("If-None-Match", "\"other\"")).status());
    assertEquals(405, JSON.post("/affiliate.js", "{}").status());
  }

  @Test
  void theCookieIsSetByHeaderForItsRemainingLifetime() {
    Instant captured = Instant.now().minus(Duration.ofDays(10)).truncatedTo(ChronoUnit.MILLIS);
    Response response = cookie("&capturedAt=" + captured, Map.of());
    assertEquals("ada", response.json().path("referralCode").asText());
    assertEquals(captured, Instant.parse(response.json().path("capturedAt").asText()));
    Instant expires = captured.plus(Duration.ofDays(30));
    assertEquals(expires, Instant.parse(response.json().path("expiresAt").asText()));
    assertEquals("no-store", response.header("Cache-Control"));
    String cookie = response.header("Set-Cookie");
    assertTrue(
        cookie.matches(
            "sw_affiliate=%d\\.%d\\.ada; Max-Age=17279\\d\\d; Expires=[^;]+; Path=/; SameSite=Lax"
                .formatted(captured.toEpochMilli(), expires.toEpochMilli())),
        cookie);
    assertTrue(
        cookie("", Map.of("X-Forwarded-Proto", "https"))
            .header("Set-Cookie")
            .endsWith("; Path=/; Secure; SameSite=Lax"));
  }

  @Test
  void theCodeThatWasCapturedFirstIsKept() {
    String stored = cookie("", Map.of()).header("Set-Cookie").replaceAll(";.*", "");
    Response response =
        JSON.send(
            "GET", "/affiliate/cookie?code=bob", Map.of("Cookie", "x=y; " + stored), new byte[0]);
    assertEquals("ada", response.json().path("referralCode").asText());
    assertTrue(response.header("Set-Cookie").startsWith(stored + ";"), response.toString());
    Response earlier =
        JSON.send(
            "GET",
            "/affiliate/cookie?code=bob&capturedAt=" + Instant.now().minusSeconds(3_600),
            Map.of("Cookie", stored),
            new byte[0]);
    assertEquals("bob", earlier.json().path("referralCode").asText());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "?code=",
        "?code=%20",
        "?code=a%0Db",
        "?code=a%00",
        "?capturedAt=2026-01-01T00:00:00Z",
        "?code=a&capturedAt=",
        "?code=a&capturedAt=soon",
        "?code=a&capturedAt=2020-01-01T00:00:00Z"
      })
  void invalidParametersAreRejectedAndSetNoCookie(String query) {
    Response response = JSON.get("/affiliate/cookie" + query);
    assertEquals(422, response.status());
    assertFalse(response.json().path("errors").isEmpty());
    assertTrue(response.header("Set-Cookie").isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%zz", "%ff", "%ed%a0%80"})
  void aMalformedQueryIsNotAServerError(String code) throws IOException {
    // The JDK's HTTP client does not send such a URL.
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), URI.create(URL).getPort())) {
      String request =
          "GET /affiliate/cookie?code="
              + code
              + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String response =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertTrue(response.matches("(?s)HTTP/1.1 [24]\\d\\d .*"), response);
    }
  }

  @Test
  void onlyPagesOfTheSameSiteMayRequestTheCookie() {
    String own = URL.replaceAll(":\\d+$", ":1234");
    Response allowed = cookie("", Map.of("Origin", own));
    assertEquals(own, allowed.header("Access-Control-Allow-Origin"));
    assertEquals("true", allowed.header("Access-Control-Allow-Credentials"));
    assertEquals("origin", allowed.header("Vary"));
    assertEquals("", cookie("", Map.of()).header("Access-Control-Allow-Origin"));
    for (Map<String, String> foreign :
        List.of(
            Map.of("Origin", "https://evil.example"),
            Map.of("Origin", "null"),
            Map.of("Sec-Fetch-Site", "cross-site"),
            Map.of("Sec-Fetch-Site", "none", "Sec-Fetch-Mode", "navigate"))) {
      Response refused = cookie("", foreign);
      assertEquals(422, refused.status());
      assertEquals("foreign_site", refused.json().path("code").asText());
      assertEquals("", refused.header("Set-Cookie"));
      assertEquals("", refused.header("Access-Control-Allow-Origin"));
    }
  }
}
