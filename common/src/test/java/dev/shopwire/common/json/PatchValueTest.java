package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PatchValueTest {
  @Test
  void anAbsentValueKeepsTheStoredOne() {
    PatchValue<String> absent = PatchValue.absent();
    assertFalse(absent.present());
    assertEquals("stored", absent.applyTo("stored"));
    assertNull(absent.applyTo(null));
    assertFalse(absent.changes("stored"));
    assertFalse(absent.changes(null));
  }

  @Test
  void nullClearsTheStoredValue() {
    PatchValue<String> cleared = PatchValue.of(null);
    assertTrue(cleared.present());
    assertNull(cleared.applyTo("stored"));
    assertTrue(cleared.changes("stored"));
    assertFalse(cleared.changes(null));
  }

  @Test
  void aValueReplacesTheStoredOne() {
    PatchValue<List<String>> patch = PatchValue.of(List.of("new"));
    assertEquals(List.of("new"), patch.applyTo(List.of("old")));
    assertTrue(patch.changes(List.of("old")));
    assertTrue(patch.changes(null));
    assertFalse(patch.changes(List.of("new")));
  }
}
