package dev.shopwire.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageParametersTest {
  private static final int DEFAULT_TAKE = 50;

  private static PageParameters of(Map<String, String> parameters) {
    return PageParameters.of(parameters);
  }

  private static List<Long> rows(long from, int count) {
    return LongStream.range(from, from + count).boxed().toList();
  }

  private static String json(PageParameters pages, List<Long> rows) throws JsonProcessingException {
    return Json.MAPPER.writeValueAsString(pages.toResponse("ids", rows, id -> Long.toString(id)));
  }

  @Test
  void withoutParametersTheFirstPageHas50Rows() {
    PageParameters pages = of(Map.of());
    assertEquals(DEFAULT_TAKE, pages.take());
    assertEquals(Optional.empty(), pages.cursor());
    assertEquals(0, pages.afterId());
    assertEquals(DEFAULT_TAKE + 1, pages.queryLimit());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "999, 999", "1000, 1000", "0007, 7"})
  void takeIsANumberUpTo1000(String value, int take) {
    assertEquals(take, of(Map.of("take", value)).take());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "0", "0000", "1001", "9999", "10000", "-1", "+1", "1.0", "1e2", " 1", "x", "٣"
      })
  void anyOtherTakeIsRejected(String value) {
    Failure failure = assertThrows(Failure.class, () -> of(Map.of("take", value)));
    assertEquals(Code.INVALID, failure.code());
    assertEquals("invalid_take", failure.reason());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 42, Integer.MAX_VALUE, Integer.MAX_VALUE + 1L, 999_999_999_999_999_999L})
  void theCursorOfAResponseContinuesAfterIt(long lastId) {
    Object cursor =
        new PageParameters(1, Optional.empty())
            .toResponse("ids", List.of(lastId, 0L), id -> Long.toString(id))
            .get("cursor");
    assertEquals(lastId, of(Map.of("cursor", String.valueOf(cursor))).afterId());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "-1",
        "+1",
        "1.0",
        " 1",
        "0x1",
        "9999999999999999999",
        "99999999999999999999",
        "٣",
        "1'--"
      })
  void anInvalidCursorIsRejected(String value) {
    PageParameters pages = of(Map.of("cursor", value));
    Failure failure = assertThrows(Failure.class, pages::afterId);
    assertEquals(Code.INVALID, failure.code());
    assertEquals("invalid_cursor", failure.reason());
  }

  @Test
  void aListThatEndsOnThisPageHasNoCursor() throws JsonProcessingException {
    PageParameters pages = of(Map.of("take", "3"));
    assertEquals("{\"ids\":[],\"cursor\":null,\"hasNextPage\":false}", json(pages, List.of()));
    assertEquals(
        "{\"ids\":[1,2,3],\"cursor\":null,\"hasNextPage\":false}", json(pages, rows(1, 3)));
  }

  @Test
  void anExtraRowIsNotReturnedButMeansThereIsANextPage() throws JsonProcessingException {
    PageParameters pages = of(Map.of("take", "3"));
    assertEquals(4, pages.queryLimit());
    assertEquals(
        "{\"ids\":[1,2,3],\"cursor\":\"3\",\"hasNextPage\":true}", json(pages, rows(1, 4)));
  }

  @Test
  void followingTheCursorsReturnsEveryRowOnce() {
    List<Long> all = rows(1, 10);
    List<Object> seen = new ArrayList<>();
    PageParameters page = of(Map.of("take", "3"));
    boolean more = true;
    while (more) {
      long after = page.afterId();
      List<Long> rows = all.stream().filter(id -> id > after).limit(page.queryLimit()).toList();
      Map<String, ?> response = page.toResponse("ids", rows, id -> Long.toString(id));
      seen.addAll((List<?>) response.get("ids"));
      more = Boolean.TRUE.equals(response.get("hasNextPage"));
      page = of(Map.of("take", "3", "cursor", String.valueOf(response.get("cursor"))));
    }
    assertEquals(all, seen);
  }
}
