package dev.shopwire.common.calls;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.json.Json;
import java.io.UncheckedIOException;

/**
 * The answer to a call that an edge passed on: JSON text, which the edge sends as it is.
 *
 * @param json a JSON object
 */
public record JsonAnswer(String json) {

  /** {@code value} as Jackson writes it. */
  public static JsonAnswer of(Object value) {
    try {
      return new JsonAnswer(Json.MAPPER.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
