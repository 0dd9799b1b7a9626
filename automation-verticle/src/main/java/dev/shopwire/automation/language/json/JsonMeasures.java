package dev.shopwire.automation.language.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Measure;
import dev.shopwire.automation.conditions.Measure.Count;
import dev.shopwire.automation.conditions.Measure.First;
import dev.shopwire.automation.conditions.Measure.Last;
import dev.shopwire.automation.conditions.Measure.NotPerformed;
import dev.shopwire.automation.conditions.Measure.Performed;
import dev.shopwire.automation.conditions.Measure.Sum;
import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.MeasureDraft;
import dev.shopwire.automation.language.draft.PathDraft;
import dev.shopwire.automation.language.draft.Shown;
import dev.shopwire.automation.language.draft.TestDraft;
import java.util.Optional;

/** The measures of events and page views in JSON. Thread-safe. */
public final class JsonMeasures {
  private static final String MEASURE = "measure";

  private final String exists;
  private final boolean hasSum;

  /**
   * @param exists the word for that there is one
   */
  public JsonMeasures(String exists, boolean hasSum) {
    this.exists = exists;
    this.hasSum = hasSum;
  }

  /** Empty if it is invalid, which is recorded. */
  public Optional<MeasureDraft> read(JsonMembers members) {
    Optional<String> name = members.required(MEASURE, expected());
    return name.flatMap(measure -> read(measure, members));
  }

  private Optional<MeasureDraft> read(String measure, JsonMembers members) {
    if (measure.equals(exists)) {
      return Optional.of(new MeasureDraft.Exists(false));
    }
    if (measure.equals("not_" + exists)) {
      return Optional.of(new MeasureDraft.Exists(true));
    }
    return switch (measure) {
      case "count" -> Optional.of(new MeasureDraft.Count(members.test()));
      case "first" -> Optional.of(new MeasureDraft.First(members.test()));
      case "last" -> Optional.of(new MeasureDraft.Last(members.test()));
      case "sum" -> hasSum ? sum(members) : unknown(measure, members);
      default -> unknown(measure, members);
    };
  }

  private static Optional<MeasureDraft> sum(JsonMembers members) {
    Optional<PathDraft> property = members.requiredPath("property");
    TestDraft test = members.test();
    return property.map(path -> new MeasureDraft.Sum(path, test));
  }

  private Optional<MeasureDraft> unknown(String measure, JsonMembers members) {
    return members
        .faults()
        .none(
            members.place(MEASURE),
            FaultCode.INVALID_VALUE,
            "expected " + expected() + ", got " + Shown.text(measure));
  }

  private String expected() {
    return "one of %s, not_%s, count, %sfirst and last"
        .formatted(exists, exists, hasSum ? "sum, " : "");
  }

  public void write(Measure measure, ObjectNode json) {
    if (measure instanceof Performed) {
      json.put(MEASURE, exists);
    } else if (measure instanceof NotPerformed) {
      json.put(MEASURE, "not_" + exists);
    } else if (measure instanceof Count count) {
      JsonForms.test(count.test(), json.put(MEASURE, "count"));
    } else if (measure instanceof Sum sum) {
      json.put(MEASURE, "sum").put("property", sum.property().text());
      JsonForms.test(sum.test(), json);
    } else if (measure instanceof First first) {
      JsonForms.test(first.test(), json.put(MEASURE, "first"));
    } else if (measure instanceof Last last) {
      JsonForms.test(last.test(), json.put(MEASURE, "last"));
    }
  }
}
