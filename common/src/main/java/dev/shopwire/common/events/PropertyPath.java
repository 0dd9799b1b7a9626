package dev.shopwire.common.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.common.postgres.SqlParameters;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The path of a value in an event's properties: names joined by dots, each leading into a nested
 * object. A dot within a name is written as {@code \\.}. Arrays are not traversed: {@code tags.0}
 * selects no element.
 */
public record PropertyPath(List<String> names) {
  public PropertyPath {
    names = List.copyOf(names);
  }

  public static PropertyPath of(String text) {
    return new PropertyPath(
        Stream.of(text.split("(?<!\\\\)\\.", -1)).map(name -> name.replace("\\.", ".")).toList());
  }

  /** The path in the format that {@link #of} reads. */
  public String text() {
    return names.stream().map(name -> name.replace(".", "\\.")).collect(Collectors.joining("."));
  }

  /** Whether a name contains a dot: such properties have no rollups. */
  public boolean hasDottedName() {
    return names.stream().anyMatch(name -> name.indexOf('.') >= 0);
  }

  /** False if any name is empty. */
  public boolean isComplete() {
    return names.stream().noneMatch(String::isEmpty);
  }

  /** SQL for the jsonb value at this path of the event {@code e}; SQL null if it is missing. */
  public String sql(SqlParameters parameters) {
    StringBuilder sql = new StringBuilder("(e.properties");
    names.forEach(name -> sql.append(" -> ").append(parameters.add(name)).append("::text"));
    return sql.append(")").toString();
  }

  /** The value at this path of an event's properties; a missing node if there is none. */
  public JsonNode valueIn(JsonNode properties) {
    JsonNode value = properties;
    for (String name : names) {
      value = value.isObject() ? value.path(name) : MissingNode.getInstance();
    }
    return value;
  }
}
