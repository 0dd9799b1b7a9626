package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PatchValueTest {
  @Test
  void whatIsAbsentKeepsWhatIsStored() {
    PatchValue<String> absent = PatchValue.absent();
    assertFalse(absent.present());
    assertEquals("stored", absent.over("stored"));
    assertNull(absent.over(null));
    assertFalse(absent.changes("stored"));
    assertFalse(absent.changes(null));
  }

  @Test
  void nullClearsWhatIsStored() {
    PatchValue<String> cleared = PatchValue.of(null);
    assertTrue(cleared.present());
    assertNull(cleared.over("stored"));
    assertTrue(cleared.changes("stored"));
    assertFalse(cleared.changes(null));
  }

  @Test
  void aValueReplacesWhatIsStored() {
    PatchValue<List<String>> given = PatchValue.of(List.of("new"));
    assertEquals(List.of("new"), given.over(List.of("old")));
    assertTrue(given.changes(List.of("old")));
    assertTrue(given.changes(null));
    assertFalse(given.changes(List.of("new")));
  }
}
