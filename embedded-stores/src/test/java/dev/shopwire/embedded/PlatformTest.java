package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlatformTest {
  @Test
  void runsOnLinuxOnAmd64() {
    assertDoesNotThrow(() -> Platform.require("Linux amd64"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Linux aarch64", "Mac OS X aarch64", "Windows 11 amd64"})
  void namesTheSettingOnOtherPlatforms(String platform) {
    StoreException error = assertThrows(StoreException.class, () -> Platform.require(platform));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains(platform), message);
    assertTrue(message.contains("SHOPWIRE_POSTGRES_URI"), message);
  }
}
