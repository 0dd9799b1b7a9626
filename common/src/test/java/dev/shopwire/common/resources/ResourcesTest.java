package dev.shopwire.common.resources;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ResourcesTest {
  private static final String PATH = "/dev/shopwire/common/resources/greeting.txt";
  private static final String TEXT = "Grüße, 世界\n";

  @Test
  void aFileIsReadWhole() {
    assertArrayEquals(TEXT.getBytes(StandardCharsets.UTF_8), Resources.bytes(PATH));
  }

  @Test
  void textIsUtf8() {
    assertEquals(TEXT, Resources.text(PATH));
  }

  @Test
  void aMissingFileIsNamed() {
    IllegalStateException missing =
        assertThrows(IllegalStateException.class, () -> Resources.text("/dev/shopwire/none.txt"));
    assertEquals("/dev/shopwire/none.txt is missing from the build", missing.getMessage());
  }
}
