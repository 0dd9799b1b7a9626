package dev.shopwire.console;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.StorableText;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads query parameters as strings. */
final class Parameters {
  private static final int MAX_LENGTH = 1_000;

  private Parameters() {}

  /**
   * Returns the trimmed value, or an empty string if absent.
   *
   * @throws Failure 422 if the value is too long or contains characters that cannot be stored
   */
  static String text(HttpServerRequest request, String name) {
    String text = request.getParam(name, "").strip();
    StorableText.flaw(text)
        .ifPresent(
            flaw -> {
              throw Failure.invalidParameter(name, "invalid_text", name + " " + flaw);
            });
    if (text.length() > MAX_LENGTH) {
      throw Failure.invalidParameter(
          name, "too_long", name + " must have at most " + MAX_LENGTH + " characters");
    }
    return text;
  }

  /** Returns all parameters, for another role to parse; of repeated ones the first. */
  static Map<String, String> all(MultiMap parameters) {
    Map<String, String> first = new LinkedHashMap<>();
    parameters.forEach(entry -> first.putIfAbsent(entry.getKey(), entry.getValue()));
    return first;
  }
}
