package dev.shopwire.console.pages.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.console.pages.forms.Faults.Span;
import dev.shopwire.console.pages.parts.MarkedText.Piece;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which parts of a text are marked. */
class MarkedTextTest {
  private static List<Piece> pieces(String text, Span... spans) {
    return MarkedText.of("id", "caption", text, List.of(spans)).pieces();
  }

  private static Piece plain(String text) {
    return new Piece(text, false);
  }

  private static Piece marked(String text) {
    return new Piece(text, true);
  }

  @Test
  void positionsCountCodePoints() {
    assertEquals(
        List.of(plain("😀😀 "), marked("ab"), plain(" c")), pieces("😀😀 ab c", new Span(3, 2)));
  }

  @Test
  void whatIsMissingAtTheEndIsMarkedThere() {
    assertEquals(List.of(plain("a AND "), marked("(here)")), pieces("a AND ", new Span(6, 0)));
    assertEquals(List.of(marked("(here)")), pieces("", new Span(0, 0)));
  }

  @Test
  void severalSpansMayComeInAnyOrderAndOverlap() {
    assertEquals(
        List.of(marked("ab"), marked("c"), plain("d"), marked("e")),
        pieces("abcde", new Span(4, 1), new Span(1, 2), new Span(0, 2)));
  }

  @Test
  void spansBeyondTheTextEndWithIt() {
    assertEquals(
        List.of(plain("ab"), marked("c")),
        pieces("abc", new Span(2, Integer.MAX_VALUE), new Span(Integer.MAX_VALUE, 3)));
  }
}
