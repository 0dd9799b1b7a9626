package dev.shopwire.common.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowsTest {
  private static final List<String> ROWS = List.of("3", "1", "2");

  @Test
  void allRowsAreReadInTheirOrder() {
    assertEquals(List.of(3, 1, 2), Rows.list(ROWS, Integer::valueOf));
    assertEquals(List.of(), Rows.list(List.<String>of(), Integer::valueOf));
  }

  @Test
  void onlyTheFirstRowIsRead() {
    assertEquals(Optional.of(3), Rows.first(List.of("3", "no number"), Integer::valueOf));
  }

  @Test
  void withoutRowsThereIsNoFirstOne() {
    assertEquals(Optional.empty(), Rows.first(List.<String>of(), Integer::valueOf));
  }
}
