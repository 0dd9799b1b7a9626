package dev.shopwire.console;

import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A console list's page: {@code take} and {@code cursor} of its request (docs/api/reads.md). */
public record Pages(int take, Optional<String> cursor) {
  private static final int DEFAULT_TAKE = 50;
  private static final int MAX_TAKE = 1_000;
  private static final int MAX_ID_DIGITS = 18;

  /**
   * @throws Failure 422 for a take out of range
   */
  public static Pages of(HttpServerRequest request) {
    String take = request.getParam("take");
    List<Fault> faults = new ArrayList<>();
    int size = DEFAULT_TAKE;
    if (take != null) {
      size = take.matches("\\d{1,4}") ? Integer.parseInt(take) : 0;
      if (size < 1 || size > MAX_TAKE) {
        faults.add(
            Fault.ofParameter(
                "take", "invalid_take", "take must be a number from 1 to " + MAX_TAKE));
      }
    }
    if (!faults.isEmpty()) {
      throw Failure.invalid(faults);
    }
    return new Pages(size, Optional.ofNullable(request.getParam("cursor")));
  }

  /**
   * The cursor of a list in the order of numeric ids; 0 if there is none.
   *
   * @throws Failure 422 for a cursor that no answer of ours held
   */
  public int afterId() {
    return (int) afterId(Integer.MAX_VALUE);
  }

  /**
   * The same of a list whose ids may be longer.
   *
   * @throws Failure 422 for a cursor that no answer of ours held
   */
  public long afterLongId() {
    return afterId(Long.MAX_VALUE);
  }

  private long afterId(long max) {
    return after("\\d{1," + MAX_ID_DIGITS + "}").map(text -> upTo(max, text)).orElse(0L);
  }

  private static long upTo(long max, String text) {
    long id = Long.parseLong(text);
    if (id > max) {
      throw invalidCursor();
    }
    return id;
  }

  /**
   * The cursor of a list in the order of texts.
   *
   * @param form a regular expression that they all match
   * @throws Failure 422 for a cursor that no answer of ours held
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
        "cursor", "invalid_cursor", "This cursor is not one that was given for this list");
  }

  /** How many rows to ask for: one more than is shown tells whether there is a next page. */
  public int rows() {
    return take + 1;
  }

  /** The answer {@code {name: […], cursor, hasNextPage}}. */
  public <T> Map<String, @Nullable Object> answer(
      String name, List<T> rows, Function<T, String> id) {
    return ListResponse.page(name, rows, take, id);
  }
}
