package dev.shopwire.analytics.funnels;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The different values of a property, as JSON texts, each with a place. */
final class BreakdownValues {
  /** The place of an event that has no value. */
  static final int NONE = -1;

  private static final int MAX = 10_000;

  private final Map<String, Integer> places = new HashMap<>();
  private final List<String> texts = new ArrayList<>();

  int place(Buffer bytes, int from, int to) {
    String text = bytes.getString(from, to);
    Integer known = places.get(text);
    if (known != null) {
      return known;
    }
    if (texts.size() == MAX) {
      throw Failure.invalidParameter(
          "breakdown", "too_many_groups", "breakdown has more than " + MAX + " different values");
    }
    texts.add(text);
    places.put(text, texts.size() - 1);
    return texts.size() - 1;
  }

  String text(int place) {
    return texts.get(place);
  }

  int size() {
    return texts.size();
  }
}
