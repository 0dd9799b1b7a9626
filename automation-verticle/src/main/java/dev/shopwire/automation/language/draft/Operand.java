package dev.shopwire.automation.language.draft;

import dev.shopwire.automation.conditions.Value.Moment;
import dev.shopwire.automation.conditions.Value.Span;
import java.math.BigDecimal;

/** A constant as it was sent. What it means depends on what it is compared with. */
public sealed interface Operand {

  Place place();

  /** What it is, for messages. */
  String shown();

  /** How a text was written. */
  enum Form {
    QUOTED,
    /** A single word without quotes. */
    BARE,
    JSON
  }

  /** A text, or what only a text can express: in JSON also times, durations and ids. */
  record Text(String text, Form form, Place place) implements Operand {
    @Override
    public String shown() {
      return "the text \"" + Shown.text(text) + "\"";
    }
  }

  record Numeric(BigDecimal number, Place place) implements Operand {
    @Override
    public String shown() {
      return "the number " + Shown.text(number.toString());
    }
  }

  record Flag(boolean value, Place place) implements Operand {
    @Override
    public String shown() {
      return Boolean.toString(value);
    }
  }

  record Time(Moment moment, Place place) implements Operand {
    @Override
    public String shown() {
      return "a time";
    }
  }

  record Length(Span span, Place place) implements Operand {
    @Override
    public String shown() {
      return "the duration " + span.text();
    }
  }

  /** {@code #3}, without the {@code #}. */
  record Id(String id, Place place) implements Operand {
    @Override
    public String shown() {
      return "#" + Shown.text(id);
    }
  }

  /** What is a constant of no type, such as an array in JSON. */
  record Other(String shown, Place place) implements Operand {}

  /** Something that can't be a constant of any kind; the fault is recorded already. */
  record Faulty(Place place) implements Operand {
    @Override
    public String shown() {
      return "an invalid value";
    }
  }
}
