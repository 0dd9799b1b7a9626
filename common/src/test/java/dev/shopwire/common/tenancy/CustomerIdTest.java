package dev.shopwire.common.tenancy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CustomerIdTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 1_000_000, Integer.MAX_VALUE, Long.MAX_VALUE})
  void eachIdIsReadBack(long id) {
    String text = CustomerId.of(id);
    assertTrue(text.matches("cus_[0-9a-f]{16}"), text);
    assertEquals(Optional.of(id), CustomerId.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "cus_",
        "cus_1",
        "cus_5BE193D07AC4F62C",
        "cus_5be193d07ac4f62",
        "cus_5be193d07ac4f62cc",
        // the ids 0 and -1
        "cus_5be193d07ac4f62d",
        "cus_a41e6c2f853b09d2",
        "shop.example.com"
      })
  void anythingElseIsRejected(String text) {
    assertEquals(Optional.empty(), CustomerId.parse(text));
  }
}
