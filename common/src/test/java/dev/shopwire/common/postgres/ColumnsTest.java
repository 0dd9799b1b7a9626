package dev.shopwire.common.postgres;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnsTest {
  private record Shop(long id, @Nullable String name) {}

  private static final List<Shop> SHOPS =
      List.of(new Shop(3, "c"), new Shop(1, null), new Shop(2, "b"));

  @Test
  void aColumnHasTheRowsOrder() {
    assertArrayEquals(new Long[] {3L, 1L, 2L}, Columns.of(SHOPS, new Long[3], Shop::id));
  }

  @Test
  void aMissingValueIsNull() {
    assertArrayEquals(new String[] {"c", null, "b"}, Columns.of(SHOPS, new String[3], Shop::name));
  }

  @Test
  void noRowsMakeAnEmptyColumn() {
    assertArrayEquals(new Long[0], Columns.of(List.<Shop>of(), new Long[0], Shop::id));
  }
}
