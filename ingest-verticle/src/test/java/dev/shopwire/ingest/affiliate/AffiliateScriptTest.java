package dev.shopwire.ingest.affiliate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AffiliateScriptTest {
  private static final int MAX_BYTES = 2_048;
  private static final AffiliateScript SCRIPT = withRetention(30);

  private static AffiliateScript withRetention(int days) {
    return new AffiliateScript(
        new AffiliateConfig(Duration.ofDays(days), new CookieScope(Optional.empty())));
  }

  @Test
  void theCompressedScriptIsSmallerThan2KiB() {
    int bytes = SCRIPT.gzipped().length();
    assertTrue(bytes < MAX_BYTES, bytes + " bytes");
  }

  @Test
  void theCompressedScriptHasTheSameContent() throws IOException {
    try (GZIPInputStream in =
        new GZIPInputStream(new ByteArrayInputStream(SCRIPT.gzipped().getBytes()))) {
      assertArrayEquals(SCRIPT.plain().getBytes(), in.readAllBytes());
    }
  }

  @Test
  void theScriptAndItsVersionDependOnTheRetention() {
    assertTrue(SCRIPT.plain().toString().contains("= 30 * DAY"));
    AffiliateScript longer = withRetention(60);
    assertTrue(longer.plain().toString().contains("= 60 * DAY"));
    assertNotEquals(SCRIPT.pin(), longer.pin());
    assertEquals(SCRIPT.pin(), withRetention(30).pin());
  }

  @Test
  void thePathContainsTheVersion() {
    AffiliateScript.Pin pin = SCRIPT.pin();
    assertTrue(pin.version().matches("[0-9a-f]{12}"), pin.version());
    assertEquals("/affiliate." + pin.version() + ".js", pin.path());
    assertTrue(pin.integrity().matches("sha384-[A-Za-z0-9+/]{64}"), pin.integrity());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gzip",
        "GZIP",
        "deflate, gzip, br",
        "gzip;q=0.5",
        "gzip; q=1.0",
        "*",
        "br;q=1, *;q=0.1",
        "gzip, *;q=0"
      })
  void gzipIsSentToClientsThatAcceptIt(String acceptEncoding) {
    assertTrue(AffiliateScript.acceptsGzip(acceptEncoding));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "br",
        "identity",
        "gzip;q=0",
        "gzip; q=0.000",
        "*;q=0",
        "gzip;q=0, *",
        "gzipped"
      })
  void gzipIsNotSentToOtherClients(String acceptEncoding) {
    assertFalse(AffiliateScript.acceptsGzip(acceptEncoding));
    assertFalse(AffiliateScript.acceptsGzip(null));
  }

  @Test
  void aClientWithThisVersionIsRecognized() {
    String tag = "\"" + SCRIPT.pin().version() + "\"";
    for (String known : new String[] {tag, "W/" + tag, "\"other\", W/" + tag, "*"}) {
      assertTrue(SCRIPT.matchesVersion(known), known);
    }
    for (String unknown : new String[] {"", "\"other\"", SCRIPT.pin().version()}) {
      assertFalse(SCRIPT.matchesVersion(unknown), unknown);
    }
    assertFalse(SCRIPT.matchesVersion(null));
  }
}
