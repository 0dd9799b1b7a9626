package dev.shopwire.attribution.credit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CarrierTest {
  @Test
  void aCallerMayNameThreeCarriers() {
    assertEquals(Optional.of(Carrier.API), Carrier.ofCaller("api"));
    assertEquals(Optional.of(Carrier.SCRIPT), Carrier.ofCaller("script"));
    assertEquals(Optional.of(Carrier.CODE_ENTRY), Carrier.ofCaller("code_entry"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "listing",
        "manual",
        "other",
        "reevaluation",
        "API",
        " api",
        "code entry",
        "apı",
        "null"
      })
  void aCallerMayNotNameAnyOther(String name) {
    assertEquals(Optional.empty(), Carrier.ofCaller(name));
  }
}
