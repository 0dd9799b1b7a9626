package dev.shopwire.sources.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.common.crypto.Digest;
import dev.shopwire.common.json.Json;
import dev.shopwire.sources.dialects.Dialect;
import dev.shopwire.sources.dialects.Parameter;
import dev.shopwire.sources.dialects.StreamRule;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Builds the requests for one connection's pages. Immutable. */
public final class PageRequests {
  private final Dialect dialect;
  private final Map<String, String> values;

  /**
   * @param values of all parameters, secrets included
   */
  public PageRequests(Dialect dialect, Map<String, String> values) {
    this.dialect = dialect;
    this.values = Map.copyOf(values);
  }

  /** Cuts the connection's secrets out of texts. */
  public Masking masking() {
    Set<String> secrets =
        dialect.parameters().stream()
            .filter(Parameter::isSecret)
            .map(parameter -> values.getOrDefault(parameter.name(), ""))
            .collect(Collectors.toSet());
    return new Masking(secrets);
  }

  /** Identifies the token bucket: the SHA-256 of its text, which may contain secrets. */
  public Buffer bucket() {
    String text = dialect.request().bucket().fill(values);
    return Buffer.buffer(Digest.SHA_256.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Understands the responses. */
  public ReplyReader reader(StreamRule stream) {
    return new ReplyReader(dialect.request().version(), dialect.errors(), stream.page(), masking());
  }

  /**
   * The request for a page.
   *
   * @param from of records, inclusive
   * @param to of records, inclusive
   * @param cursor as the previous page has it; null for the first page
   */
  public PlatformRequest of(StreamRule stream, Instant from, Instant to, JsonNode cursor) {
    Map<String, JsonNode> filled = new HashMap<>();
    values.forEach((name, value) -> filled.put(name, TextNode.valueOf(value)));
    filled.put("from", TextNode.valueOf(from.truncatedTo(ChronoUnit.SECONDS).toString()));
    filled.put("to", TextNode.valueOf(to.truncatedTo(ChronoUnit.SECONDS).toString()));
    filled.put("pageSize", IntNode.valueOf(stream.pageSize()));
    filled.put("cursor", cursor.isMissingNode() ? NullNode.getInstance() : cursor);
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("query", stream.query());
    body.set("variables", stream.variables().fill(filled));
    Map<String, String> headers = new LinkedHashMap<>();
    dialect.request().headers().forEach((name, value) -> headers.put(name, value.fill(values)));
    return new PlatformRequest(
        dialect.request().url().fillUrl(values), headers, Buffer.buffer(bytes(body)));
  }

  private static byte[] bytes(JsonNode body) {
    try {
      return Json.MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
