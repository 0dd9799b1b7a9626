package dev.shopwire.ingest.filters;

import dev.shopwire.ingest.query.Arguments;
import java.util.List;

/**
 * Where in an event's properties a value is: names joined by dots, each leading into a nested
 * object. An array is not entered, so {@code tags.0} names nothing.
 */
public record PropertyPath(List<String> names) {
  public PropertyPath {
    names = List.copyOf(names);
  }

  public static PropertyPath of(String text) {
    return new PropertyPath(List.of(text.split("\\.", -1)));
  }

  /** The names with their dots. */
  public String text() {
    return String.join(".", names);
  }

  /** False for what has nothing before, after or between its dots. */
  public boolean isComplete() {
    return names.stream().noneMatch(String::isEmpty);
  }

  /** The jsonb value there of the event {@code e}; SQL's null where there is none. */
  public String sql(Arguments arguments) {
    StringBuilder sql = new StringBuilder("(e.properties");
    names.forEach(name -> sql.append(" -> ").append(arguments.of(name)).append("::text"));
    return sql.append(")").toString();
  }
}
