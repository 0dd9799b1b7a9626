package dev.shopwire.automation.language.draft;

import dev.shopwire.automation.conditions.LifecycleState;
import dev.shopwire.automation.conditions.Value;
import dev.shopwire.automation.conditions.Value.AffiliateValue;
import dev.shopwire.automation.conditions.Value.BooleanValue;
import dev.shopwire.automation.conditions.Value.Now;
import dev.shopwire.automation.conditions.Value.NumberValue;
import dev.shopwire.automation.conditions.Value.TextValue;
import dev.shopwire.automation.language.draft.Operand.Form;
import java.util.Locale;
import java.util.Optional;

/** The types of constants that an operator may take, and how operands become such constants. */
enum Constant {
  TEXT("a text") {
    @Override
    Optional<Value> of(Operand operand, Names names, String subject) {
      return operand instanceof Operand.Text text
          ? Optional.of(new TextValue(text.text()))
          : mismatch(operand, names, subject);
    }
  },
  NUMBER("a number") {
    @Override
    Optional<Value> of(Operand operand, Names names, String subject) {
      return operand instanceof Operand.Numeric number
          ? Optional.of(new NumberValue(number.number()))
          : mismatch(operand, names, subject);
    }
  },
  REVENUE("a number") {
    @Override
    Optional<Value> of(Operand operand, Names names, String subject) {
      return operand instanceof Operand.Numeric number && number.number().signum() < 0
          ? names
              .faults()
              .none(
                  operand.place(),
                  FaultCode.INVALID_VALUE,
                  subject + ": expected a number of 0 or more, got " + operand.shown())
          : NUMBER.of(operand, names, subject);
    }
  },
  LIFECYCLE_STATE("a state") {
    @Override
    Optional<Value> of(Operand operand, Names names, String subject) {
      return operand instanceof Operand.Text text && !LifecycleState.WORDS.contains(text.text())
          ? names
              .faults()
              .none(
                  operand.place(),
                  FaultCode.INVALID_VALUE,
                  subject
                      + ": expected one of "
                      + String.join(", ", LifecycleState.WORDS)
                      + ", got "
                      + operand.shown())
          : TEXT.of(operand, names, subject);
    }
  },
  BOOLEAN("true or false") {
    @Override
    Optional<Value> of(Operand operand, Names names, String subject) {
      return operand instanceof Operand.Flag flag
          ? Optional.of(new BooleanValue(flag.value()))
          : mismatch(operand, names, subject);
    }
  },
  /** Of any type that JSON has for single values. */
  SCALAR("a text, a number, true or false") {
    @Override
    Optional<Value> of(Operand operand, Names names, String subject) {
      if (operand instanceof Operand.Numeric) {
        return NUMBER.of(operand, names, subject);
      }
      return operand instanceof Operand.Flag
          ? BOOLEAN.of(operand, names, subject)
          : operand instanceof Operand.Text
              ? TEXT.of(operand, names, subject)
              : mismatch(operand, names, subject);
    }
  },
  MOMENT(TimeLiterals.MOMENT_EXPECTED) {
    @Override
    Optional<Value> of(Operand operand, Names names, String subject) {
      if (operand instanceof Operand.Time time) {
        return Optional.of(time.moment());
      }
      return operand instanceof Operand.Text text && isMoment(text)
          ? moment(text, names)
          : mismatch(operand, names, subject);
    }
  },
  SPAN(TimeLiterals.SPAN_EXPECTED) {
    @Override
    Optional<Value> of(Operand operand, Names names, String subject) {
      if (operand instanceof Operand.Length length) {
        return Optional.of(length.span());
      }
      return operand instanceof Operand.Text text
              && text.form() == Form.JSON
              && TimeLiterals.isSpan(text.text())
          ? span(text, names)
          : mismatch(operand, names, subject);
    }
  },
  AFFILIATE("the name of an affiliate, or # and its id") {
    @Override
    Optional<Value> of(Operand operand, Names names, String subject) {
      return operand instanceof Operand.Text || operand instanceof Operand.Id
          ? names.affiliate(operand).map(AffiliateValue::new)
          : mismatch(operand, names, subject);
    }
  };

  private final String expected;

  Constant(String expected) {
    this.expected = expected;
  }

  /**
   * The constant; empty if the operand is of another type, which is recorded.
   *
   * @param subject what it is compared with, for messages
   */
  abstract Optional<Value> of(Operand operand, Names names, String subject);

  Optional<Value> mismatch(Operand operand, Names names, String subject) {
    return operand instanceof Operand.Faulty
        ? Optional.empty()
        : names
            .faults()
            .none(
                operand.place(),
                FaultCode.TYPE_MISMATCH,
                subject + ": expected " + expected + ", got " + operand.shown());
  }

  private static boolean isMoment(Operand.Text text) {
    return switch (text.form()) {
      case QUOTED -> TimeLiterals.isFixed(text.text());
      case BARE -> text.text().toLowerCase(Locale.ROOT).equals("now");
      case JSON -> TimeLiterals.isMoment(text.text());
    };
  }

  private static Optional<Value> moment(Operand.Text text, Names names) {
    Optional<Value> moment =
        text.form() == Form.BARE
            ? Optional.of(new Now())
            : TimeLiterals.moment(text.text()).map(Value.class::cast);
    return moment.isPresent() ? moment : impossible(text, names, "There is no time ");
  }

  private static Optional<Value> span(Operand.Text text, Names names) {
    Optional<Value> span = TimeLiterals.span(text.text()).map(Value.class::cast);
    return span.isPresent()
        ? span
        : impossible(text, names, "expected " + TimeLiterals.SPAN_EXPECTED + ", got ");
  }

  private static Optional<Value> impossible(Operand.Text text, Names names, String message) {
    return names
        .faults()
        .none(text.place(), FaultCode.INVALID_VALUE, message + Shown.text(text.text()));
  }
}
