package dev.shopwire.automation.campaigns.audience;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AddressSetTest {
  private static final int ADDRESSES = 300_000;

  @Test
  void itAgreesWithASetOfTheAddresses() {
    Random random = new Random(7);
    AddressSet seen = new AddressSet();
    Set<String> expected = new HashSet<>();
    for (int i = 0; i < ADDRESSES; i++) {
      String address = "me" + random.nextInt(ADDRESSES) + "@shop" + random.nextInt(2) + ".example";
      assertEquals(expected.add(address), seen.add(address), address);
    }
    assertEquals(expected.size(), seen.size());
  }

  @Test
  void addressesThatDifferLittleAreDifferent() {
    AddressSet seen = new AddressSet();
    assertTrue(seen.add("a@x.example"));
    assertTrue(seen.add("b@x.example"));
    assertTrue(seen.add("a@x.exampla"));
    assertTrue(seen.add(""));
    assertFalse(seen.add("a@x.example"));
    assertFalse(seen.add(""));
    assertEquals(4, seen.size());
  }
}
