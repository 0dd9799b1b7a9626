package dev.shopwire.automation.language.text;

import dev.shopwire.automation.conditions.Value.Ago;
import dev.shopwire.automation.conditions.Value.Ahead;
import dev.shopwire.automation.conditions.Value.Moment;
import dev.shopwire.automation.conditions.Value.Span;
import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Numerals;
import dev.shopwire.automation.language.draft.Operand;
import dev.shopwire.automation.language.draft.Operand.Form;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Shown;
import dev.shopwire.automation.language.draft.TimeLiterals;
import dev.shopwire.common.json.StorableText;
import java.math.BigDecimal;
import java.util.Optional;

/** Parses constants of any type: which one is needed is checked later. For one text. */
final class OperandParser {
  private final Tokens tokens;

  OperandParser(Tokens tokens) {
    this.tokens = tokens;
  }

  Operand operand() {
    Token token = tokens.peek();
    return switch (token.type()) {
      case STRING -> string(tokens.next());
      case NUMBER -> number(tokens.next());
      case TIME -> time(tokens.next());
      case SPAN -> span(tokens.next());
      case WORD -> word(token);
      case SYMBOL -> id(token);
      case ERROR, END -> throw fail();
    };
  }

  private SyntaxError fail() {
    return tokens.fail("a value");
  }

  private Operand string(Token token) {
    Optional<String> problem = StorableText.findProblem(token.text());
    return problem.isPresent()
        ? faulty(tokens.place(token), "this string " + problem.get())
        : new Operand.Text(token.text(), Form.QUOTED, tokens.place(token));
  }

  private Operand number(Token token) {
    Optional<BigDecimal> number = Numerals.read(token.text());
    return number.isPresent()
        ? new Operand.Numeric(number.get(), tokens.place(token))
        : faulty(
            tokens.place(token),
            "expected " + Numerals.EXPECTED + ", got " + Shown.text(token.text()));
  }

  private Operand time(Token token) {
    Optional<Moment> time = TimeLiterals.fixed(token.text());
    return time.isPresent()
        ? new Operand.Time(time.get(), tokens.place(token))
        : faulty(tokens.place(token), "There is no time " + Shown.text(token.text()));
  }

  private Operand span(Token token) {
    boolean isPast = tokens.acceptWord("ago");
    boolean isMoment = isPast || tokens.acceptWord("ahead");
    Optional<Span> span = TimeLiterals.span(token.text());
    Place place = tokens.since(token);
    if (span.isEmpty()) {
      return faulty(
          place, "expected " + TimeLiterals.SPAN_EXPECTED + ", got " + Shown.text(token.text()));
    }
    if (!isMoment) {
      return new Operand.Length(span.get(), place);
    }
    return new Operand.Time(isPast ? new Ago(span.get()) : new Ahead(span.get()), place);
  }

  private Operand faulty(Place place, String message) {
    tokens.faults().add(place, FaultCode.INVALID_VALUE, message);
    return new Operand.Faulty(place);
  }

  private Operand word(Token token) {
    return switch (token.lowerCase()) {
      case "and", "or", "not" -> throw fail();
      case "true", "false" -> new Operand.Flag(token.isWord("true"), tokens.place(tokens.next()));
      default -> new Operand.Text(token.text(), Form.BARE, tokens.place(tokens.next()));
    };
  }

  private Operand id(Token token) {
    if (!tokens.acceptSymbol("#")) {
      throw fail();
    }
    Token digits = IdParser.digits(tokens);
    return new Operand.Id(digits.text(), tokens.since(token));
  }
}
