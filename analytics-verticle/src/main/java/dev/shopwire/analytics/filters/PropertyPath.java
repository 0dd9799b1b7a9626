package dev.shopwire.analytics.filters;

import dev.shopwire.analytics.query.Arguments;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where in an event's properties a value is: names joined by dots, each leading into a nested
 * object; a dot of a name itself is written as {@code \\.}. An array is not entered, so {@code
 * tags.0} names nothing.
 */
public record PropertyPath(List<String> names) {
  public PropertyPath {
    names = List.copyOf(names);
  }

  public static PropertyPath of(String text) {
    return new PropertyPath(
        Stream.of(text.split("(?<!\\\\)\\.", -1)).map(name -> name.replace("\\.", ".")).toList());
  }

  /** The names with their dots, as {@link #of} reads it. */
  public String text() {
    return names.stream().map(name -> name.replace(".", "\\.")).collect(Collectors.joining("."));
  }

  /** Whether a name has a dot of its own: such properties are not added up beforehand. */
  public boolean hasDottedName() {
    return names.stream().anyMatch(name -> name.indexOf('.') >= 0);
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
