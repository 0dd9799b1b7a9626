package dev.shopwire.webhook.signing;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes one object with its fields in the order in which JavaScript enumerates them (ECMA-262,
 * OrdinaryOwnPropertyKeys): array indices first, ascending, then the others in input order. A
 * duplicate name keeps its first position and its last value. Single use.
 */
final class StableObject {
  private static final long MAX_INDEX = 4_294_967_294L;
  private static final int MAX_INDEX_LENGTH = 10;
  private static final long NO_INDEX = Long.MAX_VALUE;

  /** The position of a field in the text. */
  private record Span(long index, int from, int to) {}

  private final StringBuilder out;
  private final int start;
  private final Map<String, Span> spans = new LinkedHashMap<>();
  private String name = "";
  private long index = -1;
  private int from = -1;
  private boolean inOrder = true;

  StableObject(StringBuilder out) {
    this.out = out.append('{');
    this.start = out.length();
  }

  /** Starts a field; the caller writes its value next. */
  void field(String next) {
    if (from >= 0) {
      endField();
      out.append(',');
    }
    long nextIndex = index(next);
    inOrder &= nextIndex >= index;
    name = next;
    index = nextIndex;
    from = out.length();
    StableText.append(out, next);
    out.append(':');
  }

  void end() {
    if (from >= 0) {
      endField();
    }
    if (!inOrder) {
      reorder();
    }
    out.append('}');
  }

  private void endField() {
    inOrder &= spans.put(name, new Span(index, from, out.length())) == null;
  }

  private void reorder() {
    StringBuilder ordered = new StringBuilder(out.length() - start);
    spans.values().stream()
        .sorted(Comparator.comparingLong(Span::index))
        .forEach(span -> ordered.append(out, span.from, span.to).append(','));
    out.setLength(start);
    out.append(ordered, 0, ordered.length() - 1);
  }

  private static long index(String name) {
    int length = name.length();
    if (length == 0 || length > MAX_INDEX_LENGTH || (length > 1 && name.charAt(0) == '0')) {
      return NO_INDEX;
    }
    long index = 0;
    for (int at = 0; at < length; at++) {
      char digit = name.charAt(at);
      if (digit < '0' || digit > '9') {
        return NO_INDEX;
      }
      index = index * 10 + (digit - '0');
    }
    return index <= MAX_INDEX ? index : NO_INDEX;
  }
}
