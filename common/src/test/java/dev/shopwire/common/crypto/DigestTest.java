package dev.shopwire.common.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DigestTest {
  /** The digests of "abc" in FIPS 180-4's examples. */
  @ParameterizedTest
  @CsvSource({
    "SHA_1, a9993e364706816aba3e25717850c26c9cd0d89d",
    "SHA_256, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "SHA_384, cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
        + "8086072ba1e7cc2358baeca134c825a7"
  })
  void theExamplesOfTheStandard(Digest digest, String expected) {
    assertEquals(
        expected, HexFormat.of().formatHex(digest.of("abc".getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void partsHaveTheDigestOfTheWhole() {
    MessageDigest parts = Digest.SHA_256.begin();
    parts.update(new byte[] {1, 2});
    parts.update(new byte[] {3});
    assertArrayEquals(Digest.SHA_256.of(new byte[] {1, 2, 3}), parts.digest());
  }
}
