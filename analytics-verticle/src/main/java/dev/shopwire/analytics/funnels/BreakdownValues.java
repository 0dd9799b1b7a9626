package dev.shopwire.analytics.funnels;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The distinct values of a property, as JSON texts, each with an index. */
final class BreakdownValues {
  /** The index for events without a value. */
  static final int NONE = -1;

  private static final int MAX_VALUES = 10_000;

  private final Map<String, Integer> indexes = new HashMap<>();
  private final List<String> texts = new ArrayList<>();

  /** The index of the value, which is added if it is new. */
  int indexOf(Buffer bytes, int from, int to) {
    String text = bytes.getString(from, to);
    Integer known = indexes.get(text);
    if (known != null) {
      return known;
    }
    if (texts.size() == MAX_VALUES) {
      throw Failure.invalidParameter(
          "breakdown",
          "too_many_groups",
          "breakdown has more than " + MAX_VALUES + " distinct values");
    }
    texts.add(text);
    indexes.put(text, texts.size() - 1);
    return texts.size() - 1;
  }

  String text(int index) {
    return texts.get(index);
  }

  int size() {
    return texts.size();
  }
}
