package dev.shopwire.console.pages.webhooks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A webhook as its receiver got it.
 *
 * @param headers by lower-case name
 */
record ReceivedRequest(Map<String, String> headers, String body) {
  static final String ID = "webhook-id";
  static final String TIMESTAMP = "webhook-timestamp";
  static final String SIGNATURE = "webhook-signature";

  /** Of pasted text: a header per line, as receivers and curl print them. */
  static ReceivedRequest of(String headerLines, String body) {
    Map<String, String> headers = new LinkedHashMap<>();
    headerLines
        .lines()
        .map(line -> line.strip().replaceFirst("^[<>] ", ""))
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              if (colon > 0) {
                headers.put(
                    line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
              }
            });
    return new ReceivedRequest(headers, body);
  }

  /** The header's value; empty if it is missing. */
  String header(String name) {
    return headers.getOrDefault(name, "");
  }

  /** The names of the headers of Standard Webhooks that are missing. */
  List<String> missing() {
    return List.of(ID, TIMESTAMP, SIGNATURE).stream()
        .filter(name -> header(name).isEmpty())
        .toList();
  }

  /**
   * The hexadecimal signature beside that of Standard Webhooks, whose header's name is a setting.
   */
  Optional<Map.Entry<String, String>> hexSignature() {
    return headers.entrySet().stream()
        .filter(header -> header.getValue().matches("[0-9a-fA-F]{64}"))
        .findFirst();
  }

  /** The values that may be its timestamp. */
  List<String> timestamps() {
    return headers.values().stream()
        .filter(value -> value.matches("\\d{9,12}"))
        .distinct()
        .toList();
  }

  /** Same with another body. */
  ReceivedRequest withBody(String other) {
    return new ReceivedRequest(headers, other);
  }
}
