package dev.shopwire.console.pages.assets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.resources.Resources;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Tests the files that pages load. */
class AssetsTest {
  private static final String README = Resources.text("/dev/shopwire/console/assets/README.md");

  @Test
  void aPathContainsTheHashOfTheContent() {
    for (Asset asset : Assets.ALL) {
      assertTrue(asset.path().matches("/console/assets/[0-9a-f]{24}/[a-z.-]+"), asset.path());
    }
    assertEquals(Assets.ALL.size(), Assets.ALL.stream().map(Asset::path).distinct().count());
  }

  @Test
  void theCompressedContentIsTheContent() throws IOException {
    for (Asset asset : Assets.ALL) {
      try (GZIPInputStream in =
          new GZIPInputStream(new ByteArrayInputStream(asset.gzip().getBytes()))) {
        assertArrayEquals(asset.content().getBytes(), in.readAllBytes(), asset.path());
      }
    }
  }

  @Test
  void copiedFilesHaveTheHashesThatAreNoted() throws NoSuchAlgorithmException {
    for (Asset asset : new Asset[] {Assets.HTMX, Assets.MORPH}) {
      byte[] hash = MessageDigest.getInstance("SHA-512").digest(asset.content().getBytes());
      assertTrue(README.contains(Base64.getEncoder().encodeToString(hash)), asset.path());
    }
  }

  @Test
  void thePolicyAllowsNothingInlineNorForeign() {
    assertTrue(SecurityHeaders.POLICY.startsWith("default-src 'none';"));
    for (String part : new String[] {"unsafe", "sha256", "nonce", "http", "*", "data:"}) {
      assertFalse(SecurityHeaders.POLICY.contains(part), part);
    }
  }
}
