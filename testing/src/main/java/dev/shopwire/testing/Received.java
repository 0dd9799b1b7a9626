package dev.shopwire.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * A request received by a {@link Receiver}.
 *
 * @param headers by lower-case name; repeated headers are joined with a comma
 * @param body the bytes as received
 * @param nanos when the head was received ({@link System#nanoTime})
 */
public record Received(String path, Map<String, String> headers, Buffer body, long nanos) {

  /** The header's value; empty if absent. */
  public String header(String name) {
    return headers.getOrDefault(name, "");
  }

  public String webhookId() {
    return header("webhook-id");
  }

  /** The sequence number; 0 if absent. */
  public long sequence() {
    String text = header("webhook-sequence");
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }

  public JsonNode json() {
    try {
      return Json.MAPPER.readTree(body.getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The id of the event in the body. */
  public String eventId() {
    return json().path("eventId").asText();
  }
}
