package dev.shopwire.automation.settings;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many mails an address gets at most within a sliding window.
 *
 * @param per the window as it was sent, such as {@code 24h}
 */
public record FrequencyCap(int messages, String per) {
  static final int MAX_MESSAGES = 1_000;

  /** The length of the window. */
  public Duration window() {
    return DurationText.parse(per).orElseThrow();
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("messages", messages);
    json.put("per", per);
    return json;
  }
}
