package dev.shopwire.console.pages.parts;

import dev.shopwire.console.pages.forms.Faults.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A text of a language in which parts are marked.
 *
 * @param id unique on the page
 */
public record MarkedText(String id, String caption, List<Piece> pieces) implements Part {
  /** Shown where something is missing. */
  private static final String MISSING = "(here)";

  /** A part of the text; all together are the text. */
  public record Piece(String text, boolean isMarked) {}

  /**
   * @param spans in any order; of those that overlap the later one begins where the earlier one
   *     ends
   */
  public static MarkedText of(String id, String caption, String text, List<Span> spans) {
    List<Piece> pieces = new ArrayList<>();
    int end = 0;
    for (Span span : spans.stream().sorted(Comparator.comparingInt(Span::position)).toList()) {
      int from = Math.max(end, index(text, span.position()));
      int to = Math.max(from, index(text, (long) span.position() + span.length()));
      if (span.length() == 0 || to > from) {
        add(pieces, text.substring(end, from), false);
        add(pieces, span.length() == 0 ? MISSING : text.substring(from, to), true);
        end = to;
      }
    }
    add(pieces, text.substring(end), false);
    return new MarkedText(id, caption, pieces);
  }

  private static void add(List<Piece> pieces, String text, boolean isMarked) {
    if (!text.isEmpty()) {
      pieces.add(new Piece(text, isMarked));
    }
  }

  /** The index of a code point; the end of the text if it has fewer. */
  private static int index(String text, long codePoint) {
    int count = text.codePointCount(0, text.length());
    return text.offsetByCodePoints(0, (int) Math.min(count, codePoint));
  }

  @Override
  public String template() {
    return "marked-text";
  }
}
