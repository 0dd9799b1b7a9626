package dev.shopwire.automation.campaigns.audience;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressChoiceTest {
  @ParameterizedTest
  @ValueSource(strings = {"shop", "owner", "contacts", "role:developer", "role:a:b"})
  void aChoiceIsWrittenAsItWasRead(String text) {
    assertEquals(text, AddressChoice.parse(text).orElseThrow().text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Shop", "role", "role:", "role: ", "role:\t", "contact", "shop "})
  void otherTextsAreNone(String text) {
    assertTrue(AddressChoice.parse(text).isEmpty());
  }
}
