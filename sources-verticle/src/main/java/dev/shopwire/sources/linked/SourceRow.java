package dev.shopwire.sources.linked;

import dev.shopwire.sources.linked.ValueReader.Reading;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of a query.
 *
 * @param key as the database has it
 * @param values of the mapped columns, in their order
 */
public record SourceRow(@Nullable String key, List<Reading> values) {

  /**
   * A value that can't be used.
   *
   * @param column its name in the query
   */
  public record BadValue(String column, RowProblem problem) {}

  /** The first problem of a value; a row that has one is left out whole. */
  public Optional<RowProblem> problem(List<MappedColumn> columns) {
    return badValue(columns).map(BadValue::problem);
  }

  /** The same with its column, whose name begins the message. */
  public Optional<BadValue> badValue(List<MappedColumn> columns) {
    for (int i = 0; i < values.size(); i++) {
      Optional<RowProblem> problem = values.get(i).problem();
      if (problem.isPresent()) {
        String column = columns.get(i).column();
        return Optional.of(
            new BadValue(
                column,
                new RowProblem(problem.get().code(), column + " " + problem.get().message())));
      }
    }
    return Optional.empty();
  }
}
