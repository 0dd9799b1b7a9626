package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Decides conditions, given as JSON, by looking at everything that is known of one customer. */
final class Reference {
  private static final Duration MICRO = Duration.of(1, ChronoUnit.MICROS);

  private final ModelWorkspace workspace;

  Reference(ModelWorkspace workspace) {
    this.workspace = workspace;
  }

  /** The customers for whom the condition holds, in the order of their ids. */
  List<ModelCustomer> members(JsonNode condition, Clock clock) {
    return workspace.customers().stream()
        .filter(customer -> holds(condition, customer, clock))
        .toList();
  }

  boolean holds(JsonNode condition, ModelCustomer customer, Clock clock) {
    if (condition.has("all")) {
      return parts(condition.path("all")).allMatch(part -> holds(part, customer, clock));
    }
    if (condition.has("any")) {
      return parts(condition.path("any")).anyMatch(part -> holds(part, customer, clock));
    }
    if (condition.has("not")) {
      return !holds(condition.path("not"), customer, clock);
    }
    return facts(condition, customer, clock).result();
  }

  static Stream<JsonNode> parts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  /** The tree and all trees within it. */
  static Stream<JsonNode> subtrees(JsonNode tree) {
    Stream<JsonNode> parts =
        tree.has("not")
            ? Stream.of(tree.path("not"))
            : Stream.concat(parts(tree.path("all")), parts(tree.path("any")));
    return Stream.concat(Stream.of(tree), parts.flatMap(Reference::subtrees));
  }

  static List<JsonNode> leaves(JsonNode tree) {
    return subtrees(tree).filter(each -> each.has("type")).toList();
  }

  LeafFacts facts(JsonNode leaf, ModelCustomer customer, Clock clock) {
    return switch (leaf.path("type").asText()) {
      case "field" -> field(leaf, customer, clock);
      case "member" -> member(leaf, customer, clock);
      case "event", "page" -> EventRule.facts(leaf, customer, clock);
      case "sessions" -> SessionStarts.facts(leaf, workspace.apps(), customer, clock);
      case "contact" -> ContactRule.facts(leaf, customer, clock);
      case "credit" -> CreditRule.facts(leaf, customer, clock);
      case "lifecycle" -> LifecycleRule.facts(leaf, customer, clock);
      case "segment" -> segment(leaf, customer, clock);
      case "everyone" -> LeafFacts.of(true);
      default -> throw new IllegalArgumentException(leaf.toString());
    };
  }

  /** An id wins over the name beside it. */
  ModelField fieldOf(JsonNode leaf) {
    return leaf.hasNonNull("id")
        ? workspace.field(leaf.path("id").asText())
        : workspace.resolve(app(leaf), leaf.path("name").asText()).orElseThrow();
  }

  /** The slug of the app that a leaf names; empty if it names none. */
  static String app(JsonNode leaf) {
    return leaf.hasNonNull("app") ? leaf.path("app").asText() : "";
  }

  private LeafFacts field(JsonNode leaf, ModelCustomer customer, Clock clock) {
    ModelField field = fieldOf(leaf);
    List<ModelValue> written = customer.values(field, app(leaf));
    List<Object> values = written.stream().map(ModelValue::value).toList();
    if (leaf.hasNonNull("path")) {
      String path = leaf.path("path").asText();
      values = values.stream().flatMap(value -> EventRule.at(value, path).stream()).toList();
    }
    boolean isList = field.isPerApp() && app(leaf).isEmpty();
    Object one = values.isEmpty() ? null : values.get(0);
    return new LeafFacts(
        ValueTest.of(leaf).holds(values, clock),
        isList ? values : one,
        values.stream().flatMap(value -> ValueTest.time(value).stream()).toList(),
        written.stream().map(value -> value.app() + " " + value.requestId()).toList());
  }

  private static LeafFacts member(JsonNode leaf, ModelCustomer customer, Clock clock) {
    String name = leaf.path("name").asText();
    List<Object> values = customer.member(name).stream().toList();
    ValueTest test = name.equals("name") ? ValueTest.of(leaf) : ValueTest.inAnyCase(leaf);
    return new LeafFacts(
        test.holds(values, clock),
        values.isEmpty() ? null : values.get(0),
        values.stream().flatMap(value -> ValueTest.time(value).stream()).toList(),
        List.of());
  }

  private LeafFacts segment(JsonNode leaf, ModelCustomer customer, Clock clock) {
    ModelSegment segment = segmentOf(leaf);
    return LeafFacts.of(holds(segment.condition(), customer, clock.in(segment.zone())));
  }

  ModelSegment segmentOf(JsonNode leaf) {
    return leaf.hasNonNull("id")
        ? workspace.segment(leaf.path("id").asText())
        : workspace.segments().stream()
            .filter(segment -> segment.name().equals(leaf.path("name").asText()))
            .findFirst()
            .orElseThrow();
  }

  /**
   * The earliest moment after {@code clock} at which the leaf has another result, if nothing but
   * time changes.
   */
  Optional<Instant> nextChange(JsonNode leaf, ModelCustomer customer, Clock clock) {
    LeafFacts current = facts(leaf, customer, clock);
    List<Duration> offsets = new ArrayList<>(offsets(leaf, clock).toList());
    offsets.add(Duration.ZERO);
    return current.times().stream()
        .flatMap(time -> offsets.stream().map(time::minus))
        // Bounds exclude or include their moment: the result changes at it or right after it.
        .flatMap(moment -> Stream.of(moment, moment.plus(MICRO)))
        .filter(moment -> moment.isAfter(clock.now()))
        .sorted()
        .filter(moment -> facts(leaf, customer, clock.at(moment)).result() != current.result())
        .findFirst();
  }

  private static Stream<Duration> offsets(JsonNode leaf, Clock clock) {
    Stream<JsonNode> tests =
        Stream.concat(Stream.of(leaf, leaf.path("window")), parts(leaf.path("where")));
    return tests
        .filter(test -> TimeTest.isOne(test.path("op").asText(), test.path("value")))
        .flatMap(
            test ->
                TimeTest.of(test.path("op").asText(), test.path("value"), clock.zone()).offsets());
  }
}
