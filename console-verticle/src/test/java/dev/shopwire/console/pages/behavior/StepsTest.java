package dev.shopwire.console.pages.behavior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.console.pages.forms.FormData;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests how the fields of steps become the API's parameter, and back. */
class StepsTest {
  private static FormData query(String... steps) {
    return new FormData(Map.of("steps", Arrays.asList(steps), "window", List.of("7d")));
  }

  @Test
  void severalFieldsBecomeOneParameter() {
    Steps steps = Steps.of(query("a", "", "b", " "));
    assertEquals("a,b", steps.parameter());
    assertEquals(List.of("a", "b", ""), steps.inputs());
    FormData joined = steps.in(query("a", "", "b", " "));
    assertEquals(List.of("a,b"), joined.all("steps"));
    assertEquals("7d", joined.get("window"));
    assertEquals(steps, Steps.of(joined));
  }

  @Test
  void namesWithCommasAreSentAsAnArray() {
    Steps steps = Steps.of(query("a,b", "c", "[d"));
    assertEquals("[\"a,b\",\"c\",\"[d\"]", steps.parameter());
    assertEquals(steps, Steps.of(steps.in(query())));
  }

  @Test
  void oneFieldMayHaveThemAll() {
    assertEquals(List.of("a", "b", "c", ""), Steps.of(query("a, b,c")).inputs());
    assertEquals(List.of("[\"a\"", "", ""), Steps.of(query("[\"a\"")).inputs());
  }

  @Test
  void thereIsAnEmptyFieldForAnotherStepUpToTen() {
    Steps none = Steps.of(query("", ""));
    assertTrue(none.areNone());
    assertEquals(List.of("", "", ""), none.inputs());
    assertFalse(none.in(query("")).contains("steps"));
    String[] ten = Collections.nCopies(10, "a").toArray(String[]::new);
    assertEquals(10, Steps.of(query(ten)).inputs().size());
  }
}
