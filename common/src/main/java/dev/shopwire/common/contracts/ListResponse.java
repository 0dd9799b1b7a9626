package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.JsonResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds pages of lists: {@code {name: […], cursor, hasNextPage}} (docs/api/reads.md). */
public final class ListResponse {
  private ListResponse() {}

  /**
   * @param rows one more than {@code take} if there is a next page
   * @param id maps a row to its id, which is the cursor to the rows after it
   */
  public static <T> JsonResponse of(String name, List<T> rows, int take, Function<T, String> id) {
    return JsonResponse.of(page(name, rows, take, id));
  }

  /**
   * Builds a page whose cursor is the field {@code id} of its last row.
   *
   * @param rows JSON objects, one more than {@code take} if there is a next page
   */
  public static JsonResponse ofObjects(
      String name, List<Map<String, @Nullable Object>> rows, int take) {
    return of(name, rows, take, last -> String.valueOf(last.get("id")));
  }

  /**
   * Builds a page whose JSON rows differ from {@code rows}.
   *
   * @param json maps a row to its JSON value
   */
  public static <T> JsonResponse of(
      String name, List<T> rows, int take, Function<T, ?> json, Function<T, String> id) {
    Map<String, @Nullable Object> page = page(name, rows, take, id);
    page.put(name, rows.stream().limit(take).map(json).toList());
    return JsonResponse.of(page);
  }

  /** Returns a page as a value to be serialized. */
  public static <T> Map<String, @Nullable Object> page(
      String name, List<T> rows, int take, Function<T, String> id) {
    boolean more = rows.size() > take;
    List<T> shown = more ? rows.subList(0, take) : rows;
    Map<String, @Nullable Object> page = new LinkedHashMap<>();
    page.put(name, shown);
    page.put("cursor", more ? id.apply(shown.get(shown.size() - 1)) : null);
    page.put("hasNextPage", more);
    return page;
  }
}
