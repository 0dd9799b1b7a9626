package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf.PropertyFilter;
import dev.shopwire.automation.conditions.Measure;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.language.draft.MeasureDraft;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.draft.PathDraft;
import dev.shopwire.automation.language.draft.TestDraft;
import dev.shopwire.automation.language.draft.ValueType;
import dev.shopwire.automation.language.json.JsonForms;
import dev.shopwire.automation.language.json.JsonMeasures;
import dev.shopwire.automation.language.json.JsonMembers;
import dev.shopwire.automation.language.text.Operators;
import dev.shopwire.automation.language.text.TextForms;
import dev.shopwire.automation.language.text.TextReader;
import java.util.List;
import java.util.Optional;

/**
 * What leaves of events and of pages have in common: the measure, when it happened and the filters.
 * Immutable.
 */
final class Occurrences {
  private static final String PROPERTY = "property";

  private final String exists;
  private final boolean hasSum;
  private final JsonMeasures measures;

  /**
   * @param exists the word for that there is one
   */
  Occurrences(String exists, boolean hasSum) {
    this.exists = exists;
    this.hasSum = hasSum;
    this.measures = new JsonMeasures(exists, hasSum);
  }

  private record Filter(PathDraft property, TestDraft test) {
    Optional<PropertyFilter> resolve(Names names) {
      Optional<ValueTest> resolved = test.resolve(ValueType.PROPERTY, property.text(), names);
      return property
          .resolve(names.faults())
          .flatMap(path -> resolved.map(found -> new PropertyFilter(path, found)));
    }
  }

  /** As sent. */
  record Draft(MeasureDraft measure, Optional<TestDraft> window, List<Filter> where) {

    /** What is invalid is recorded and left out. */
    Optional<Resolved> resolve(Names names) {
      Optional<Measure> resolved = measure.resolve(names);
      Optional<ValueTest> when =
          window.flatMap(test -> test.resolve(ValueType.WINDOW, "the window", names));
      List<PropertyFilter> filters =
          where.stream().flatMap(filter -> filter.resolve(names).stream()).toList();
      return resolved.map(found -> new Resolved(found, when, filters));
    }
  }

  record Resolved(Measure measure, Optional<ValueTest> window, List<PropertyFilter> where) {}

  Draft parse(TextReader text) {
    MeasureDraft measure = text.measure(exists, hasSum);
    Optional<TestDraft> window = measure.allowsWindow() ? text.window() : Optional.empty();
    return new Draft(
        measure, window, text.where(() -> new Filter(text.path(), text.test(Operators.TEST))));
  }

  /** An invalid measure, which is recorded, reads as a valid one, so that the rest is checked. */
  Draft read(JsonMembers members) {
    MeasureDraft measure = measures.read(members).orElse(new MeasureDraft.Exists(false));
    Optional<TestDraft> window = measure.allowsWindow() ? members.window() : Optional.empty();
    return new Draft(measure, window, members.where(Occurrences::filter));
  }

  private static Optional<Filter> filter(JsonMembers members) {
    Optional<PathDraft> property = members.requiredPath(PROPERTY);
    TestDraft test = members.test();
    return property.map(path -> new Filter(path, test));
  }

  String print(Resolved leaf, TextForms forms) {
    return forms.measure(leaf.measure, exists)
        + forms.test(leaf.window)
        + TextForms.where(
            leaf.where,
            filter -> TextForms.name(filter.property().text()) + forms.test(filter.test()));
  }

  void write(Resolved leaf, ObjectNode json) {
    measures.write(leaf.measure, json);
    JsonForms.window(leaf.window, json);
    JsonForms.where(
        leaf.where,
        json,
        (filter, object) ->
            JsonForms.test(filter.test(), object.put(PROPERTY, filter.property().text())));
  }

  static List<LeafWarning> warnings(Resolved leaf) {
    return leaf.measure instanceof Measure.Sum || !leaf.where.isEmpty()
        ? List.of(
            new LeafWarning(
                LeafWarning.Code.SCANS_EVENTS,
                "No index helps filters and sums: it reads the properties of every such event"))
        : List.of();
  }
}
