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
record SourceRow(@Nullable String key, List<Reading> values) {

  /** The first problem of a value; a row that has one is left out whole. */
  Optional<RowProblem> problem(List<MappedColumn> columns) {
    for (int i = 0; i < values.size(); i++) {
      Optional<RowProblem> problem = values.get(i).problem();
      if (problem.isPresent()) {
        return Optional.of(
            new RowProblem(
                problem.get().code(), columns.get(i).column() + " " + problem.get().message()));
      }
    }
    return Optional.empty();
  }
}
