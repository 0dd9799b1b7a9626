package dev.shopwire.automation.runs.machine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.crypto.Digest;
import dev.shopwire.common.events.PropertyPath;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The text that distinguishes runs of one customer, from a property of the event that starts them.
 */
public final class RunKey {
  /** Stands for a customer's last entry among stored keys. */
  public static final String LAST_ENTRY = "";

  /** Longer keys would not fit into an index. */
  private static final int MAX_STORED = 500;

  private RunKey() {}

  /**
   * The value at a path as text: a number with every digit, a list or an object as JSON.
   *
   * @param properties of the event; null if it has none
   * @return empty if there is none, or it is null
   */
  public static Optional<String> of(@Nullable JsonNode properties, PropertyPath path) {
    if (properties == null) {
      return Optional.empty();
    }
    JsonNode value = path.valueIn(properties);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    return Optional.of(
        value.isTextual()
            ? value.textValue()
            : value.isNumber() ? value.decimalValue().toPlainString() : value.toString());
  }

  /** A key as it is stored with entries: its text, or its SHA-256 if that is long. */
  public static String stored(String key) {
    return key.length() <= MAX_STORED
        ? "=" + key
        : "#" + HexFormat.of().formatHex(Digest.SHA_256.of(key.getBytes(StandardCharsets.UTF_8)));
  }
}
