package dev.shopwire.common.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QueryTest {
  private static final String NAME = "search";

  private static Query query(String value) {
    return new Query(Map.of(NAME, value));
  }

  private static List<String> errors(Query query) {
    return assertThrows(Failure.class, query::throwIfInvalid).errors().stream()
        .map(ValidationError::code)
        .toList();
  }

  @Test
  void ofARepeatedParameterTheFirstValueCounts() {
    MultiMap parameters = MultiMap.caseInsensitiveMultiMap().add(NAME, "a").add(NAME, "b");
    assertEquals(Map.of(NAME, "a"), Query.first(parameters));
  }

  @Test
  void aTextIsUnchangedAndATrimmedOneIsNot() {
    assertEquals(Optional.of(" a "), query(" a ").text(NAME, 3));
    assertEquals("a", query(" a ").trimmed(NAME, 3));
  }

  @Test
  void aBlankTextIsAbsent() {
    assertEquals(Optional.empty(), query("  ").text(NAME, 3));
    assertEquals("", query("  ").trimmed(NAME, 3));
    assertEquals("", new Query(Map.of()).trimmed(NAME, 3));
  }

  @Test
  void theLimitOfATrimmedTextIsThatOfWhatRemains() {
    assertEquals("abc", query("  abc  ").trimmed(NAME, 3));
    Query tooLong = query("abcd");
    assertEquals("", tooLong.trimmed(NAME, 3));
    assertEquals(List.of("too_long"), errors(tooLong));
  }

  @Test
  void whatPostgresCannotStoreIsInvalid() {
    Query text = query("a\u0000");
    assertEquals("", text.trimmed(NAME, 3));
    assertEquals(List.of("invalid_text"), errors(text));
  }

  @Test
  void allErrorsAreReportedTogether() {
    Query query = new Query(Map.of("limit", "0", NAME, "abcd"));
    assertEquals(5, query.integer("limit", 5, 1, 10));
    query.text(NAME, 3);
    assertEquals(List.of("invalid_limit", "too_long"), errors(query));
  }
}
