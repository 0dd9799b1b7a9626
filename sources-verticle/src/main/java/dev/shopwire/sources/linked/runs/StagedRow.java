package dev.shopwire.sources.linked.runs;

import dev.shopwire.sources.linked.MappedColumn;
import dev.shopwire.sources.linked.RowKeys;
import dev.shopwire.sources.linked.RowProblem;
import dev.shopwire.sources.linked.SourceRow;
import dev.shopwire.sources.linked.SourceRow.BadValue;
import dev.shopwire.sources.linked.ValueReader.Reading;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of a run as it is stored.
 *
 * @param row its number in the query's order, from 1
 * @param key normalized; null if it can't be
 * @param shown the key as the database has it, if that differs
 * @param code why it can't be used; null if it can, as far as it is known without the customers
 * @param column which value can't be used
 * @param values an array of PostgreSQL as text; null if the row can't be used
 */
record StagedRow(
    long row,
    @Nullable String key,
    @Nullable String shown,
    @Nullable String code,
    @Nullable String column,
    @Nullable String message,
    @Nullable String values) {
  private static final int OTHER_LENGTH = 100;

  static StagedRow of(long row, SourceRow read, RowKeys keys, List<MappedColumn> columns) {
    String given = read.key();
    String key = given == null ? null : keys.normalized(given).orElse(null);
    if (key == null) {
      return bad(row, null, given, null, keys.unusable(given));
    }
    String shown = key.equals(given) ? null : given;
    Optional<BadValue> bad = read.badValue(columns);
    return bad.isPresent()
        ? bad(row, key, shown, bad.get().column(), bad.get().problem())
        : new StagedRow(row, key, shown, null, null, null, array(read.values()));
  }

  private static StagedRow bad(
      long row,
      @Nullable String key,
      @Nullable String shown,
      @Nullable String column,
      RowProblem problem) {
    return new StagedRow(row, key, shown, problem.code(), column, problem.message(), null);
  }

  private static String array(List<Reading> values) {
    StringBuilder array = new StringBuilder("{");
    for (Reading value : values) {
      if (array.length() > 1) {
        array.append(',');
      }
      append(array, value.text());
    }
    return array.append('}').toString();
  }

  private static void append(StringBuilder array, Optional<String> value) {
    if (value.isEmpty()) {
      array.append("NULL");
      return;
    }
    String text = value.get();
    array.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        array.append('\\');
      }
      array.append(c);
    }
    array.append('"');
  }

  /** About how many characters it has. */
  long length() {
    return OTHER_LENGTH + (values == null ? 0L : values.length());
  }
}
