package dev.shopwire.sources.requests;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a response can't be used.
 *
 * @param code stable and machine-readable
 * @param message for users
 * @param answer the platform's own text without secrets; empty if there is none
 */
public record Problem(String code, String message, String answer) {

  /** As the API shows it. */
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("code", code);
    json.put("message", message);
    json.put("answer", answer.isEmpty() ? null : answer);
    return json;
  }
}
