package dev.shopwire.console;

import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The {@code take} and {@code cursor} parameters of a console list (docs/api/reads.md). */
public record PageParameters(int take, Optional<String> cursor) {
  /**
   * @param query the first value of each query parameter
   * @throws Failure 422 if {@code take} is out of range
   */
  public static PageParameters of(Map<String, String> query) {
    return new PageParameters(
        PageSize.of(query.get("take")), Optional.ofNullable(query.get("cursor")));
  }

  /** The page of a list ordered by numeric ids that has only the row with this id, if it exists. */
  public static PageParameters only(long id) {
    return new PageParameters(
        1, Optional.of(id - 1).filter(before -> before > 0).map(String::valueOf));
  }

  /**
   * The cursor of a list ordered by numeric ids; 0 if there is none.
   *
   * @throws Failure 422 if the cursor is malformed
   */
  public long afterId() {
    return cursor
        .map(text -> NumericId.parse(text).orElseThrow(PageParameters::invalidCursor))
        .orElse(0L);
  }

  /**
   * The cursor of a list ordered by texts.
   *
   * @param form a regular expression that all of them match
   * @throws Failure 422 if the cursor is malformed
   */
  public Optional<String> after(String form) {
    return cursor.map(
        text -> {
          if (!text.matches(form)) {
            throw invalidCursor();
          }
          return text;
        });
  }

  private static Failure invalidCursor() {
    return Failure.invalidParameter(
        "cursor", "invalid_cursor", "The cursor was not issued for this list");
  }

  /** How many rows to query: one more than shown, to detect whether there is a next page. */
  public int queryLimit() {
    return take + 1;
  }

  /** The response {@code {name: […], cursor, hasNextPage}}. */
  public <T> Map<String, @Nullable Object> toResponse(
      String name, List<T> rows, Function<T, String> id) {
    return ListResponse.page(name, rows, take, id);
  }
}
