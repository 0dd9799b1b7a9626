package dev.shopwire.sources.linked;

import java.util.Map;

/**
 * Why a row can't be used.
 *
 * @param code as in the API
 */
public record RowProblem(String code, String message) {
  public Map<String, Object> json() {
    return Map.of("code", code, "message", message);
  }
}
