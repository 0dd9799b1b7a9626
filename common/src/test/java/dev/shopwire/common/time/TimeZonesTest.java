package dev.shopwire.common.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how time zones are found by name. */
class TimeZonesTest {
  @Test
  void aNameIsFoundInAnyLetterCase() {
    assertEquals(Optional.of(ZoneId.of("Europe/Zurich")), TimeZones.find(" EUROPE/zurich "));
    assertEquals("UTC", TimeZones.find("utc").map(ZoneId::getId).orElse(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Mars/Base", "SystemV/AST4", "+02:00", "Zürich"})
  void anyOtherTextIsNoZone(String name) {
    assertEquals(Optional.empty(), TimeZones.find(name));
  }
}
