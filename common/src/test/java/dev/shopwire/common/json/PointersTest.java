package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PointersTest {
  // Names and their pointers: examples from RFC 6901 §5, and others.
  @ParameterizedTest
  @CsvSource({
    "foo, /foo",
    "'', /",
    "a/b, /a~1b",
    "c%d, /c%d",
    "m~n, /m~0n",
    "~1, /~01",
    "~/~, /~0~1~0",
    "ü😀, /ü😀"
  })
  void aNameIsEscapedAsInRfc6901(String name, String pointer) {
    assertEquals(pointer, Pointers.field("", name));
    assertEquals("/parent" + pointer, Pointers.field("/parent", name));
  }

  @Test
  void aLongNameIsTruncatedBetweenCodePoints() {
    assertEquals("/" + "a".repeat(100), Pointers.field("", "a".repeat(100)));
    assertEquals("/" + "a".repeat(100) + "…", Pointers.field("", "a".repeat(101)));
    assertEquals("/" + "😀".repeat(100), Pointers.field("", "😀".repeat(100)));
    assertEquals("/" + "😀".repeat(100) + "…", Pointers.field("", "😀".repeat(2_000)));
  }

  @Test
  void aLongNameIsTruncatedBeforeEscaping() {
    assertEquals("/" + "~1".repeat(100) + "…", Pointers.field("", "/".repeat(101)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0000", "a\u0000b", "\ud83d", "a\ude00"})
  void aNameThatIsNotValidTextIsHidden(String name) {
    assertEquals("/a/?", Pointers.field("/a", name));
  }
}
