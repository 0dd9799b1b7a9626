package dev.shopwire.sources.linked;

import java.util.Map;

/**
 * Why a row can't be used.
 *
 * @param code as in the API
 */
record RowProblem(String code, String message) {
  Map<String, Object> json() {
    return Map.of("code", code, "message", message);
  }
}
