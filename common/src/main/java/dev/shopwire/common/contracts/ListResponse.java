package dev.shopwire.common.contracts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Pages of lists: {@code {name: […], cursor, hasNextPage}} (docs/api/reads.md). */
public final class ListResponse {
  private ListResponse() {}

  /**
   * @param rows one more than {@code take} if there is a next page
   * @param id of a row, which the cursor after it is made of
   */
  public static <T> JsonResponse of(String name, List<T> rows, int take, Function<T, String> id) {
    return JsonResponse.of(page(name, rows, take, id));
  }

  /**
   * The same of rows that are told otherwise than they are.
   *
   * @param json what is told of a row
   */
  public static <T> JsonResponse of(
      String name, List<T> rows, int take, Function<T, ?> json, Function<T, String> id) {
    Map<String, @Nullable Object> page = page(name, rows, take, id);
    page.put(name, rows.stream().limit(take).map(json).toList());
    return JsonResponse.of(page);
  }

  /** The same as a value to be written. */
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
