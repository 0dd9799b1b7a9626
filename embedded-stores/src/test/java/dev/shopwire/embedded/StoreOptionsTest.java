package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreOptionsTest {
  @Test
  void addsSettingsAndPortToTheDefaults() {
    StoreOptions options = StoreOptions.defaults().withPort(5432).with("work_mem", "8MB");
    assertEquals(new StoreOptions(5432, Map.of("work_mem", "8MB")), options);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void rejectsAnInvalidPort(int port) {
    assertThrows(IllegalArgumentException.class, () -> StoreOptions.defaults().withPort(port));
  }
}
