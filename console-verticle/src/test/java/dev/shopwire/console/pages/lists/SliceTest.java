package dev.shopwire.console.pages.lists;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.console.pages.RequestFake;
import dev.shopwire.console.pages.parts.Link;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the slices of lists that the API returns whole. */
class SliceTest {
  private static final String PATH = "/console/w/1/affiliates/1";
  private static final List<Integer> ROWS = IntStream.range(0, 250).boxed().toList();

  private static Slice<Integer> slice(Map<String, String> query) {
    return Slice.of(RequestFake.of(PATH, query), "from", "Next rows", ROWS);
  }

  @Test
  void theLinkLeadsThroughAllRowsAndKeepsTheRestOfTheAddress() {
    Slice<Integer> first = slice(Map.of("timezone", "UTC", "done", "changed"));
    assertEquals(ROWS.subList(0, 100), first.rows());
    assertEquals(Optional.of(new Link("Next rows", PATH + "?timezone=UTC&from=100")), first.next());
    assertEquals(ROWS.subList(100, 200), slice(Map.of("from", "100")).rows());
    Slice<Integer> last = slice(Map.of("from", "200"));
    assertEquals(ROWS.subList(200, 250), last.rows());
    assertTrue(last.next().isEmpty());
  }

  @Test
  void whatIsNoPositionIsTheFirst() {
    for (String from : List.of("250", "-1", "x", "99999999999999999999", "")) {
      assertEquals(ROWS.subList(0, 100), slice(Map.of("from", from)).rows(), from);
    }
  }

  @Test
  void anEmptyListHasNoRows() {
    Slice<Integer> none = Slice.of(RequestFake.of(PATH, Map.of()), "from", "Next rows", List.of());
    assertTrue(none.rows().isEmpty() && none.next().isEmpty());
  }
}
