package dev.shopwire.common.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.failure.Failure;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same rule for the console, which takes one parameter, and for queries, which take many. */
class PageSizeTest {
  private static final String TAKE = "take";
  private static final String EXPECTED = "take must be a number from 1 to 1000";

  private static Query query(String take) {
    return new Query(Map.of(TAKE, take));
  }

  @Test
  void withoutTheParameterAPageHas50Rows() {
    assertEquals(50, PageSize.of(null));
    assertEquals(50, new Query(Map.of()).pageSize(TAKE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0007", "999", "1000"})
  void upTo1000RowsMayBeRequested(String take) {
    assertEquals(Integer.parseInt(take), PageSize.of(take));
    assertEquals(Integer.parseInt(take), query(take).pageSize(TAKE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1001", "9999999999", "-1", "+1", "1.0", "1e2", "x", "٣"})
  void anythingElseIsRejectedWithTheSameError(String take) {
    Failure ofConsole = assertThrows(Failure.class, () -> PageSize.of(take));
    Query query = query(take);
    query.pageSize(TAKE);
    Failure ofQuery = assertThrows(Failure.class, query::throwIfInvalid);
    assertEquals("invalid_take", ofConsole.reason());
    assertEquals(EXPECTED, ofConsole.message());
    assertEquals(ofConsole.errors(), ofQuery.errors());
  }

  @Test
  void theConsoleRejectsABlankOne() {
    assertThrows(Failure.class, () -> PageSize.of(""));
    assertThrows(Failure.class, () -> PageSize.of(" 1"));
    assertEquals(50, query(" ").pageSize(TAKE));
    assertEquals(1, query(" 1").pageSize(TAKE));
  }
}
