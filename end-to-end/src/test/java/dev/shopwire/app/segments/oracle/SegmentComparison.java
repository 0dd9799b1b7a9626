package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PlainJson;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares what the service says of conditions and segments with the reference. */
final class SegmentComparison {
  /** How many of the customers that differ a failure explains. */
  private static final int EXPLAINED = 3;

  /** How many members a page has. */
  private static final int FEW = 7;

  private final ModelWorkspace model;
  private final SegmentCalls calls;
  private final ConditionSpelling spelling;
  private final Reference reference;

  /** Conditions that hold for some customers and not for others. */
  private int selective;

  SegmentComparison(OracleWorkspace workspace, Dice dice) {
    this.model = workspace.model();
    this.calls = new SegmentCalls(workspace);
    this.spelling = new ConditionSpelling(dice, model);
    this.reference = new Reference(model);
  }

  int selective() {
    return selective;
  }

  /** Compares the members, and returns the condition in canonical form. */
  JsonNode preview(JsonNode condition, ZoneId zone) {
    JsonNode preview = calls.preview(condition, zone);
    Clock clock = new Clock(SegmentCalls.at(preview), zone);
    List<ModelCustomer> expected = reference.members(condition, clock);
    if (!expected.equals(shown(preview)) || preview.path("count").asInt() != expected.size()) {
      throw new AssertionError(report(preview.path("condition"), zone));
    }
    compare(
        "the sample",
        expected.stream().map(ModelCustomer::listed).toList(),
        Reference.parts(preview.path("sample")).map(PlainJson::plain).toList());
    compare(
        "the members by the canonical form " + preview.path("condition"),
        expected,
        reference.members(preview.path("condition"), clock));
    compare("the timezone", zone.getId(), preview.path("timezone").asText());
    selective += expected.isEmpty() || expected.size() == model.customers().size() ? 0 : 1;
    return preview;
  }

  private static void compare(String what, @Nullable Object expected, @Nullable Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw new AssertionError(what + "\nexpected: " + expected + "\nwas:      " + actual);
    }
  }

  private List<ModelCustomer> shown(JsonNode preview) {
    return Reference.parts(preview.path("sample"))
        .map(row -> customer(row.path("id").asText()))
        .toList();
  }

  private ModelCustomer customer(String id) {
    return model.customers().stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("a customer of another workspace: " + id));
  }

  /** Compares each form of a condition with what the others are read as. */
  void roundTrip(JsonNode condition, JsonNode checked, ZoneId zone) {
    String text = checked.path("text").asText();
    JsonNode canonical = checked.path("condition");
    compareForms("the canonical JSON", checked, calls.check(canonical, zone));
    compareForms("the canonical text", checked, calls.check(text, zone));
    String spelled = spelling.write(condition);
    compareForms("the text " + spelled, checked, calls.check(spelled, zone));
    compare(
        "the number of leaves of " + text,
        Reference.leaves(canonical).size(),
        checked.path("leaves").asInt());
  }

  private static void compareForms(String what, JsonNode expected, JsonNode actual) {
    for (String form : List.of("text", "condition")) {
      compare(form + " of " + what, expected.path(form), actual.path(form));
    }
  }

  /** Compares the explanation for a customer. */
  void explain(JsonNode canonical, ZoneId zone, ModelCustomer customer) {
    JsonNode explanation = calls.explain(canonical, zone, customer);
    compareExplanation(canonical, zone, customer, explanation);
  }

  private void compareExplanation(
      JsonNode condition, ZoneId zone, ModelCustomer customer, JsonNode explanation) {
    Clock clock = new Clock(SegmentCalls.at(explanation), zone);
    List<String> differences =
        ExplanationComparison.differences(reference, condition, customer, explanation, clock);
    if (!differences.isEmpty()) {
      throw new AssertionError(
          "the explanation for %s at %s:%n%s%n%s"
              .formatted(customer, clock, String.join("\n", differences), explanation));
    }
  }

  /** Compares the members and an explanation of a saved segment. */
  void saved(ModelSegment segment, ModelCustomer customer) {
    List<String> before = members(segment);
    List<String> listed = calls.pages(segment.id(), FEW);
    List<String> after = members(segment);
    Set<String> throughout = new TreeSet<>(before);
    throughout.retainAll(after);
    Set<String> sometimes = new TreeSet<>(before);
    sometimes.addAll(after);
    compare("each once on the pages of " + segment, listed.size(), new TreeSet<>(listed).size());
    compare("throughout members of " + segment, true, listed.containsAll(throughout));
    compare("sometimes members of " + segment, true, sometimes.containsAll(listed));
    JsonNode saved = calls.segment(segment.id());
    roundTrip(
        segment.condition(), calls.check(saved.path("condition"), segment.zone()), segment.zone());
    compareExplanation(
        saved.path("condition"), segment.zone(), customer, calls.explain(segment.id(), customer));
  }

  /** The ids of the members, which are those of the reference. */
  private List<String> members(ModelSegment segment) {
    SegmentCalls.Members members = calls.members(segment.id());
    List<ModelCustomer> expected =
        reference.members(segment.condition(), new Clock(members.at(), segment.zone()));
    compare(
        "the members of " + segment,
        expected.stream().map(ModelCustomer::id).toList(),
        members.ids());
    return members.ids();
  }

  /** Describes the smallest part of a condition whose members differ. */
  private String report(JsonNode canonical, ZoneId zone) {
    List<JsonNode> smallestFirst =
        Reference.subtrees(canonical)
            .sorted(Comparator.comparingInt(each -> each.toString().length()))
            .toList();
    for (JsonNode part : smallestFirst) {
      JsonNode preview = calls.preview(part, zone);
      Clock clock = new Clock(SegmentCalls.at(preview), zone);
      List<ModelCustomer> expected = reference.members(part, clock);
      List<ModelCustomer> actual = shown(preview);
      if (!expected.equals(actual) || preview.path("count").asInt() != expected.size()) {
        return report(preview, clock, expected, actual);
      }
    }
    return "The members differed, but differ no longer: " + canonical;
  }

  private String report(
      JsonNode preview, Clock clock, List<ModelCustomer> expected, List<ModelCustomer> actual) {
    StringBuilder report = new StringBuilder("The members differ\n");
    report.append(preview.path("text").asText()).append('\n');
    report.append(preview.path("condition")).append('\n');
    report.append("at ").append(clock).append('\n');
    report.append(
        "expected %d, got %d, count %s%n"
            .formatted(expected.size(), actual.size(), preview.path("count")));
    List<ModelCustomer> different = new ArrayList<>(model.customers());
    different.removeIf(customer -> expected.contains(customer) == actual.contains(customer));
    for (ModelCustomer customer : different.stream().limit(EXPLAINED).toList()) {
      report.append(customer).append(": expected ").append(expected.contains(customer));
      Reference.leaves(preview.path("condition"))
          .forEach(
              leaf ->
                  report
                      .append("\n  ")
                      .append(reference.facts(leaf, customer, clock))
                      .append(" of ")
                      .append(leaf));
      report
          .append("\n  explained as ")
          .append(calls.explain(preview.path("condition"), clock.zone(), customer))
          .append('\n');
    }
    return report.toString();
  }
}
