package dev.shopwire.automation.flows;

import dev.shopwire.automation.flows.FlowPauses.Overdue;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the bodies of requests that change a flow's status. */
final class Bodies {
  private static final int MAX_WORD = 20;

  private Bodies() {}

  /** Every fault of a body. */
  static List<ValidationError> faults(JsonInput input) {
    try {
      input.throwIfInvalid();
      return List.of();
    } catch (Failure failure) {
      return failure.errors();
    }
  }

  /**
   * The revision that is to be published; empty for any.
   *
   * @param body may be empty
   */
  static Optional<Integer> revision(String body) {
    JsonInput input = JsonInput.strict(body.isBlank() ? "{}" : body);
    Optional<Integer> revision = FlowInput.revision(input);
    input.throwIfInvalid();
    return revision;
  }

  /**
   * Whether entries are dropped during a pause.
   *
   * @param body may be empty
   */
  static boolean dropsEntries(String body) {
    JsonInput input = JsonInput.strict(body.isBlank() ? "{}" : body);
    String entries = input.optionalString("entries", MAX_WORD).value();
    boolean drops = "drop".equals(entries);
    if (!drops && !isNullOr("keep", entries)) {
      input.addError("entries", "invalid_value", "must be keep or drop");
    }
    input.throwIfInvalid();
    return drops;
  }

  private static boolean isNullOr(String expected, @Nullable String word) {
    return word == null || word.equals(expected);
  }

  /** What becomes of what was due during a pause. */
  static Overdue overdue(String body) {
    return choice(body, "overdue", Overdue.values());
  }

  /** What becomes of the active runs of a flow that is archived. */
  enum Runs {
    FINISH,
    END
  }

  static Runs runs(String body) {
    return choice(body, "runs", Runs.values());
  }

  private static <E extends Enum<E>> E choice(String body, String member, E[] choices) {
    JsonInput input = JsonInput.strict(body);
    String word = input.requiredString(member, MAX_WORD);
    List<String> names =
        Arrays.stream(choices).map(choice -> choice.name().toLowerCase(Locale.ROOT)).toList();
    int index = names.indexOf(word);
    if (index < 0 && !word.isEmpty()) {
      input.addError(member, "invalid_value", "must be one of " + String.join(", ", names));
    }
    input.throwIfInvalid();
    return choices[index];
  }
}
