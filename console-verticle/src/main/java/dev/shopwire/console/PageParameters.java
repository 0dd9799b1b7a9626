package dev.shopwire.console;

import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The {@code take} and {@code cursor} parameters of a console list (docs/api/reads.md). */
public record PageParameters(int take, Optional<String> cursor) {
  private static final int DEFAULT_TAKE = 50;
  private static final int MAX_TAKE = 1_000;
  private static final int MAX_ID_DIGITS = 18;

  /**
   * @throws Failure 422 if {@code take} is out of range
   */
  public static PageParameters of(HttpServerRequest request) {
    String take = request.getParam("take");
    List<ValidationError> faults = new ArrayList<>();
    int size = DEFAULT_TAKE;
    if (take != null) {
      size = take.matches("\\d{1,4}") ? Integer.parseInt(take) : 0;
      if (size < 1 || size > MAX_TAKE) {
        faults.add(
            ValidationError.ofParameter(
                "take", "invalid_take", "take must be a number from 1 to " + MAX_TAKE));
      }
    }
    if (!faults.isEmpty()) {
      throw Failure.invalid(faults);
    }
    return new PageParameters(size, Optional.ofNullable(request.getParam("cursor")));
  }

  /**
   * The cursor of a list ordered by numeric ids; 0 if there is none.
   *
   * @throws Failure 422 if the cursor is malformed
   */
  public int afterId() {
    return (int) afterId(Integer.MAX_VALUE);
  }

  /**
   * Same for a list with longer ids.
   *
   * @throws Failure 422 if the cursor is malformed
   */
  public long afterLongId() {
    return afterId(Long.MAX_VALUE);
  }

  private long afterId(long max) {
    return after("\\d{1," + MAX_ID_DIGITS + "}").map(text -> parse(max, text)).orElse(0L);
  }

  private static long parse(long max, String text) {
    long id = Long.parseLong(text);
    if (id > max) {
      throw invalidCursor();
    }
    return id;
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
  public int rows() {
    return take + 1;
  }

  /** The response {@code {name: […], cursor, hasNextPage}}. */
  public <T> Map<String, @Nullable Object> toResponse(
      String name, List<T> rows, Function<T, String> id) {
    return ListResponse.page(name, rows, take, id);
  }
}
