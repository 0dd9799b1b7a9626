package dev.shopwire.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** A blocking client for one port of the service. */
public class Http {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  private final String base;

  public Http(String base) {
    this.base = base;
  }

  /** A response; {@code json} is a missing node if the body is not JSON. */
  public record Response(int status, HttpHeaders headers, String body, JsonNode json) {
    public String header(String name) {
      return headers.firstValue(name).orElse("");
    }
  }

  /** True if {@code path} responds with 200; false also if the connection fails. */
  public boolean isUp(String path) {
    try {
      return send("GET", path, Map.of(), new byte[0]).status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /**
   * @throws UncheckedIOException if the connection fails or there is no response within 10 s
   */
  public Response send(String method, String path, Map<String, String> headers, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(TIMEOUT)
            .method(
                method,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    headers.forEach(request::header);
    try {
      HttpResponse<byte[]> response =
          CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      String text = new String(response.body(), StandardCharsets.UTF_8);
      boolean isJson =
          response
              .headers()
              .firstValue("content-type")
              .orElse("")
              .matches("application/(problem\\+)?json\\b.*");
      JsonNode json = isJson ? Json.MAPPER.readTree(text) : Json.MAPPER.missingNode();
      return new Response(response.statusCode(), response.headers(), text, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
