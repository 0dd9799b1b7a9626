package dev.shopwire.console;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Text;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashMap;
import java.util.Map;

/** Query parameters, as texts. */
final class Parameters {
  private static final int MAX_LENGTH = 1_000;

  private Parameters() {}

  /**
   * Trimmed, empty if it is absent.
   *
   * @throws Failure 422 for what no text of ours can hold
   */
  static String text(HttpServerRequest request, String name) {
    String text = request.getParam(name, "").strip();
    Text.flaw(text)
        .ifPresent(
            flaw -> {
              throw Failure.invalidParameter(name, "invalid_text", name + " " + flaw);
            });
    if (text.length() > MAX_LENGTH) {
      throw Failure.invalidParameter(
          name, "too_long", name + " must have up to " + MAX_LENGTH + " characters");
    }
    return text;
  }

  /** All of them, for another role to read; of one that comes twice the first. */
  static Map<String, String> all(MultiMap parameters) {
    Map<String, String> first = new LinkedHashMap<>();
    parameters.forEach(entry -> first.putIfAbsent(entry.getKey(), entry.getValue()));
    return first;
  }
}
