package dev.shopwire.sources.linked;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.sources.fence.ColumnKind;
import dev.shopwire.sources.fence.FencedQuery;
import dev.shopwire.sources.fence.FencedQuery.Selected;
import dev.shopwire.sources.fence.QueryColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The columns of a query that are read, and how their texts become rows. Immutable. */
public record SourceRows(QueryInput input, List<QueryColumn> found, ValueReader reader) {

  /**
   * Finds the columns in the query.
   *
   * @throws Failure 422 if one isn't there
   */
  public static SourceRows of(QueryInput input, FencedQuery query, ValueReader reader) {
    List<ValidationError> errors = new ArrayList<>();
    List<QueryColumn> found = new ArrayList<>();
    add(query, input.keyColumn(), "/keyColumn", found, errors);
    for (int i = 0; i < input.columns().size(); i++) {
      add(query, input.columns().get(i).column(), "/columns/" + i + "/column", found, errors);
    }
    if (!errors.isEmpty()) {
      throw Failure.invalid(errors);
    }
    return new SourceRows(input, found, reader);
  }

  private static void add(
      FencedQuery query,
      String name,
      String pointer,
      List<QueryColumn> found,
      List<ValidationError> errors) {
    Optional<QueryColumn> column =
        query.columns().stream().filter(each -> each.name().equals(name)).findFirst();
    column.ifPresentOrElse(
        found::add,
        () ->
            errors.add(
                new ValidationError(
                    pointer, "unknown_column", "The query has no column of this name")));
  }

  /** What is read of each row: the key, then the mapped columns. */
  public List<Selected> selected() {
    List<Selected> selected = new ArrayList<>();
    boolean isText = found.get(0).kind() != ColumnKind.OTHER;
    selected.add(new Selected(found.get(0), isText ? RowKeys.MAX_LENGTH + 1 : 0));
    for (int i = 0; i < input.columns().size(); i++) {
      QueryColumn column = found.get(i + 1);
      ValueType type = input.columns().get(i).type();
      selected.add(
          new Selected(column, reader.fits(column.kind(), type) ? reader.limits().cut(type) : 0));
    }
    return selected;
  }

  public SourceRow read(List<@Nullable String> texts) {
    List<ValueReader.Reading> values = new ArrayList<>();
    for (int i = 0; i < input.columns().size(); i++) {
      values.add(
          reader.read(found.get(i + 1).kind(), input.columns().get(i).type(), texts.get(i + 1)));
    }
    return new SourceRow(texts.get(0), values);
  }
}
