package dev.shopwire.sources.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Takes a value out of a node; immutable. What is missing is null. */
public sealed interface Expression {

  /** The value, {@link NullNode} if there is none. */
  JsonNode apply(JsonNode node);

  /** The only values that it can have besides null, where the file says so. */
  default Optional<Set<JsonNode>> values() {
    return Optional.empty();
  }

  /** Follows names of members and indexes of arrays. */
  record Path(List<String> steps) implements Expression {
    public Path {
      steps = List.copyOf(steps);
    }

    @Override
    public JsonNode apply(JsonNode node) {
      JsonNode found = node;
      for (String step : steps) {
        found = found.isArray() ? found.path(index(step)) : found.path(step);
      }
      return found instanceof MissingNode ? NullNode.getInstance() : found;
    }

    private static int index(String step) {
      return step.matches("\\d{1,9}") ? Integer.parseInt(step) : -1;
    }

    @Override
    public String toString() {
      return String.join(".", steps);
    }
  }

  /** The first value that is not null. */
  record FirstOf(List<Expression> choices) implements Expression {
    public FirstOf {
      choices = List.copyOf(choices);
    }

    @Override
    public JsonNode apply(JsonNode node) {
      for (Expression choice : choices) {
        JsonNode value = choice.apply(node);
        if (!value.isNull()) {
          return value;
        }
      }
      return NullNode.getInstance();
    }

    @Override
    public Optional<Set<JsonNode>> values() {
      List<Optional<Set<JsonNode>>> all = choices.stream().map(Expression::values).toList();
      return all.stream().allMatch(Optional::isPresent)
          ? Optional.of(
              all.stream()
                  .flatMap(Optional::stream)
                  .flatMap(Set::stream)
                  .collect(Collectors.toUnmodifiableSet()))
          : Optional.empty();
    }
  }

  /**
   * Replaces a text by another value.
   *
   * @param otherwise for texts without an entry; null for a value that is missing
   */
  record Mapped(Path path, Map<String, JsonNode> map, JsonNode otherwise) implements Expression {
    public Mapped {
      map = Map.copyOf(map);
    }

    @Override
    public JsonNode apply(JsonNode node) {
      return Scalars.text(path.apply(node))
          .map(text -> map.getOrDefault(text, otherwise))
          .orElseGet(NullNode::getInstance);
    }

    @Override
    public Optional<Set<JsonNode>> values() {
      return Optional.of(
          Stream.concat(map.values().stream(), Stream.of(otherwise))
              .filter(value -> !value.isNull())
              .collect(Collectors.toUnmodifiableSet()));
    }
  }

  /** The number with the opposite sign; what is no number stays as it is. */
  record Negated(Path path) implements Expression {
    @Override
    public JsonNode apply(JsonNode node) {
      JsonNode value = path.apply(node);
      return Scalars.decimal(value)
          .<JsonNode>map(number -> DecimalNode.valueOf(number.negate()))
          .orElse(value);
    }
  }

  /** The same value for every node. */
  record Constant(JsonNode value) implements Expression {
    @Override
    public JsonNode apply(JsonNode node) {
      return value;
    }

    @Override
    public Optional<Set<JsonNode>> values() {
      return Optional.of(Set.of(value));
    }
  }
}
