package dev.shopwire.sources.dialects;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How requests are sent. Immutable.
 *
 * @param requestsPerSecond the rate of the token bucket, whose capacity is that of one second, at
 *     least 1
 * @param bucket connections with the same text share a token bucket
 * @param maxConcurrent requests of one connection at once
 */
public record RequestRule(
    TextTemplate url,
    Map<String, TextTemplate> headers,
    Optional<Version> version,
    BigDecimal requestsPerSecond,
    TextTemplate bucket,
    int maxConcurrent) {
  private static final Set<String> NAMES =
      Set.of("url", "headers", "version", "requestsPerSecond", "bucket", "maxConcurrent");
  private static final String HEADER = "[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}";
  private static final Set<String> OWN_HEADERS =
      Set.of(
          "accept",
          "connection",
          "content-length",
          "content-type",
          "expect",
          "host",
          "te",
          "transfer-encoding",
          "upgrade");

  /** A response header and the value that it must have. */
  public record Version(String header, String value) {}

  /**
   * @param parameters the names that placeholders may have
   * @throws DialectFault if {@code node} is no such rule
   */
  static RequestRule read(DialectNode node, Set<String> parameters) {
    node.object(NAMES);
    Map<String, TextTemplate> headers = new LinkedHashMap<>();
    node.optional("headers")
        .ifPresent(
            given ->
                given
                    .entries(50)
                    .forEach((name, value) -> headers.put(name, header(name, value, parameters))));
    return new RequestRule(
        url(node.required("url"), parameters),
        headers,
        node.optional("version").map(RequestRule::version),
        node.required("requestsPerSecond")
            .decimal(new BigDecimal("0.001"), new BigDecimal("100000")),
        TextTemplate.read(node.required("bucket"), 2_000, parameters),
        node.optional("maxConcurrent").map(value -> value.integer(1, 100)).orElse(1));
  }

  private static TextTemplate url(DialectNode node, Set<String> parameters) {
    TextTemplate url = TextTemplate.read(node, 2_000, parameters);
    if (url.first().isEmpty() && !url.toString().matches("https?://.*")) {
      throw node.fault("must begin with https:// or with a parameter");
    }
    return url;
  }

  private static TextTemplate header(String name, DialectNode value, Set<String> parameters) {
    if (!name.matches(HEADER) || OWN_HEADERS.contains(name.toLowerCase(java.util.Locale.ROOT))) {
      throw value.fault("is no header that a dialect may set");
    }
    TextTemplate template = TextTemplate.read(value, 2_000, parameters);
    if (!template.toString().matches("[\\x20-\\x7e]*")) {
      throw value.fault("must consist of printable ASCII characters");
    }
    return template;
  }

  private static Version version(DialectNode node) {
    node.object(Set.of("header", "value"));
    return new Version(
        node.required("header").text(HEADER, "the name of a header"),
        node.required("value").text(200));
  }
}
