package dev.shopwire.sources.requests;

import io.vertx.core.buffer.Buffer;
import java.util.Map;

/**
 * A POST request with a JSON body.
 *
 * @param url absolute, http or https
 * @param headers those of the dialect
 */
public record PlatformRequest(String url, Map<String, String> headers, Buffer body) {
  /** Without header values, which contain tokens. */
  @Override
  public String toString() {
    return "PlatformRequest " + url;
  }
}
