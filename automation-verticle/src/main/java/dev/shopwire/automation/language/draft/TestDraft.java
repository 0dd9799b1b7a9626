package dev.shopwire.automation.language.draft;

import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.Value;
import dev.shopwire.automation.conditions.ValueTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An operator with its operands: as many as it takes.
 *
 * @param given empty if it is no operator at all, which is recorded already
 * @param operatorPlace of all its words
 */
public record TestDraft(Optional<Operator> given, Place operatorPlace, List<Operand> operands) {
  public TestDraft {
    operands = List.copyOf(operands);
  }

  public TestDraft(Operator operator, Place operatorPlace, List<Operand> operands) {
    this(Optional.of(operator), operatorPlace, operands);
  }

  /** Stands for a test without a valid operator; the fault is recorded already. */
  public static TestDraft faulty(Place place) {
    return new TestDraft(Optional.empty(), place, List.of());
  }

  /**
   * The test; empty if the operator or an operand does not fit what is tested, which is recorded.
   *
   * @param subject what is tested, for messages
   */
  public Optional<ValueTest> resolve(ValueType type, String subject, Names names) {
    return given.flatMap(operator -> resolve(operator, type, subject, names));
  }

  private Optional<ValueTest> resolve(
      Operator operator, ValueType type, String subject, Names names) {
    if (!type.allows(operator)) {
      return names
          .faults()
          .none(
              operatorPlace,
              FaultCode.OPERATOR_NOT_ALLOWED,
              "%s does not apply to %s, %s, whose operators are %s"
                  .formatted(operator.words(), subject, type.title(), type.operators()));
    }
    if (operands.isEmpty()) {
      return Optional.of(new ValueTest(operator, List.of()));
    }
    Constant constant = type.constant(operator, operands);
    List<Value> values = new ArrayList<>(operands.size());
    for (Operand operand : operands) {
      constant.of(operand, names, subject + ", " + type.title()).ifPresent(values::add);
    }
    return values.size() == operands.size()
        ? Optional.of(new ValueTest(operator, values))
        : Optional.empty();
  }
}
