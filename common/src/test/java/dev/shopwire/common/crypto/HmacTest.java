package dev.shopwire.common.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class HmacTest {
  private static final byte[] KEY = "Jefe".getBytes(StandardCharsets.UTF_8);

  /** RFC 4231, section 4.3. */
  @Test
  void theExampleOfTheStandard() {
    byte[] content = "what do ya want for nothing?".getBytes(StandardCharsets.UTF_8);
    assertEquals(
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        HexFormat.of().formatHex(Hmac.of(KEY, content)));
  }

  @Test
  void partsAreConcatenated() {
    assertArrayEquals(
        Hmac.of(KEY, new byte[] {1, 2, 3}), Hmac.of(KEY, new byte[] {1}, new byte[] {2, 3}));
  }
}
