package dev.shopwire.console.pages.forms;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of a submitted form or of a query, by name.
 *
 * @param values at least one for each name
 */
public record FormData(Map<String, List<String>> values) {
  public static final FormData EMPTY = new FormData(Map.of());

  /** More than the form with most fields has: that of a linked query with 50 columns. */
  private static final int MAX_FIELDS = 250;

  /**
   * @param body {@code application/x-www-form-urlencoded}
   * @throws Failure 400 if it is not correctly encoded
   */
  public static FormData parse(byte[] body) {
    try {
      return new FormData(
          new QueryStringDecoder(
                  new String(body, StandardCharsets.UTF_8),
                  StandardCharsets.UTF_8,
                  false,
                  MAX_FIELDS)
              .parameters());
    } catch (IllegalArgumentException e) {
      throw Failure.of(Code.MALFORMED, "The form is not correctly percent-encoded");
    }
  }

  public static FormData of(MultiMap query) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    query.names().forEach(name -> values.put(name, query.getAll(name)));
    return new FormData(values);
  }

  public static FormData of(Map<String, String> values) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    values.forEach((name, value) -> lists.put(name, List.of(value)));
    return new FormData(lists);
  }

  public boolean has(String name) {
    return !get(name).isBlank();
  }

  /** Whether the form had this field, be it empty. */
  public boolean contains(String name) {
    return values.containsKey(name);
  }

  /** All values of this name. */
  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** The first value; empty if there is none. */
  public String get(String name) {
    return values.getOrDefault(name, List.of("")).get(0);
  }
}
