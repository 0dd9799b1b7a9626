package dev.shopwire.sources.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.crypto.Digest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Computes digests of JSON values that don't depend on the order of members. Thread-safe. */
final class CanonicalJson {
  private static final HexFormat HEX = HexFormat.of();

  private CanonicalJson() {}

  /**
   * The SHA-256 of {@code values} in their order, in hexadecimal digits.
   *
   * @param hidden texts that all count as the same
   */
  static String digest(List<JsonNode> values, Set<String> hidden) {
    MessageDigest digest = Digest.SHA_256.begin();
    values.forEach(value -> add(digest, value, hidden));
    return HEX.formatHex(digest.digest());
  }

  private static void add(MessageDigest digest, JsonNode value, Set<String> hidden) {
    if (value.isObject()) {
      Map<String, JsonNode> sorted = new TreeMap<>();
      value.properties().forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
      header(digest, 'o', sorted.size());
      sorted.forEach(
          (name, child) -> {
            text(digest, 'n', name);
            add(digest, child, hidden);
          });
    } else if (value.isArray()) {
      header(digest, 'a', value.size());
      value.forEach(item -> add(digest, item, hidden));
    } else if (value.isTextual() && hidden.contains(value.textValue())) {
      header(digest, 'h', 0);
    } else {
      char kind = value.isTextual() ? 't' : value.isNumber() ? 'd' : value.isBoolean() ? 'b' : '0';
      text(digest, kind, value.isNull() ? "" : value.asText());
    }
  }

  private static void text(MessageDigest digest, char kind, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    header(digest, kind, bytes.length);
    digest.update(bytes);
  }

  /** The length keeps two different values from having the same bytes. */
  private static void header(MessageDigest digest, char kind, int length) {
    digest.update((byte) kind);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
  }
}
