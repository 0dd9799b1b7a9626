package dev.shopwire.sources.linked.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.linked.KeyKind;
import dev.shopwire.sources.linked.MappedColumn;
import dev.shopwire.sources.linked.RowKeys;
import dev.shopwire.sources.linked.RowProblem;
import dev.shopwire.sources.linked.SourceRow;
import dev.shopwire.sources.linked.ValueReader.Reading;
import dev.shopwire.sources.linked.ValueScope;
import dev.shopwire.sources.linked.ValueType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StagedRowTest {
  private static final RowKeys KEYS = new RowKeys(KeyKind.DOMAIN, new ShopDomain(Optional.empty()));
  private static final List<MappedColumn> COLUMNS =
      List.of(
          new MappedColumn("a", "x", ValueType.TEXT, ValueScope.APP),
          new MappedColumn("b", "y", ValueType.TEXT, ValueScope.APP));

  private static Reading value(String text) {
    return new Reading(Optional.of(text), Optional.empty());
  }

  private static StagedRow row(@Nullable String key, Reading... values) {
    return StagedRow.of(7, new SourceRow(key, List.of(values)), KEYS, COLUMNS);
  }

  @Test
  void valuesBecomeAnArrayOfPostgreSql() {
    Reading none = new Reading(Optional.empty(), Optional.empty());
    assertEquals("{\"pro\",NULL}", row("a.example", value("pro"), none).values());
    assertEquals(
        "{\"a \\\"b\\\" \\\\ {c},\",\"NULL\"}",
        row("a.example", value("a \"b\" \\ {c},"), value("NULL")).values());
  }

  @Test
  void theKeyIsShownOnlyIfItDiffers() {
    assertNull(row("a.example", value("1"), value("2")).shown());
    StagedRow other = row(" A.Example", value("1"), value("2"));
    assertEquals("a.example", other.key());
    assertEquals(" A.Example", other.shown());
  }

  @Test
  void aRowWithAProblemHasNoValues() {
    assertEquals("null_key", row(null, value("1"), value("2")).code());
    assertEquals("bad_key", row("not a domain", value("1"), value("2")).code());
    Reading bad =
        new Reading(Optional.empty(), Optional.of(new RowProblem("too_long", "is too long")));
    StagedRow row = row("a.example", value("1"), bad);
    assertEquals("too_long", row.code());
    assertEquals("b", row.column());
    assertEquals("b is too long", row.message());
    assertNull(row.values());
    assertEquals("a.example", row.key());
  }
}
