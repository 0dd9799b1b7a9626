package dev.shopwire.automation.composition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.composition.BounceAddresses.Found;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BounceAddressesTest {
  private static final String DOMAIN = "bounces.shop.example";

  private final BounceAddresses addresses = new BounceAddresses(new UUID(1, 2));

  @ParameterizedTest
  @ValueSource(longs = {1, 4711, 1_000_000_007, Long.MAX_VALUE})
  void anAddressNamesItsMailInWhateverForm(long id) {
    String address = addresses.of(id, DOMAIN).toString();
    assertTrue(address.indexOf('@') <= 64, address);
    for (String text :
        List.of(
            address,
            "<" + address + ">",
            address.toUpperCase(Locale.ROOT),
            "Envelope <" + address + ">, other@shop.example")) {
      assertEquals(new Found(List.of(id), false), addresses.find(text), text);
    }
  }

  @Test
  void anAddressOfAnotherInstallationOrAnotherMailIsForged() {
    String genuine = addresses.of(4711, DOMAIN).toString();
    String next = addresses.of(4712, DOMAIN).toString();
    String signature = genuine.substring(genuine.indexOf('-'));
    for (String text :
        List.of(
            new BounceAddresses(new UUID(1, 3)).of(4711, DOMAIN).toString(),
            next.substring(0, next.indexOf('-')) + signature,
            "b+zzzzzzzzzzzzz-1@" + DOMAIN)) {
      assertEquals(new Found(List.of(), true), addresses.find(text), text);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "b@shop.example", "bob+3mv-1@shop.example", "b+3mv@shop.example"})
  void otherAddressesAreLeftAlone(String text) {
    assertEquals(new Found(List.of(), false), addresses.find(text));
  }

  @Test
  void aTextFullOfAddressesIsReadInPart() {
    StringBuilder text = new StringBuilder();
    for (long id = 1; id <= 100; id++) {
      text.append(addresses.of(id, DOMAIN)).append(' ');
    }
    assertEquals(10, addresses.find(text.toString()).messageIds().size());
  }
}
