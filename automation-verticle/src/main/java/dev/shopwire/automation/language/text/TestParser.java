package dev.shopwire.automation.language.text;

import static java.util.Map.entry;

import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Limits;
import dev.shopwire.automation.language.draft.Operand;
import dev.shopwire.automation.language.draft.TestDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parses operators with their operands. For one text. */
final class TestParser {
  private static final Map<String, Operator> FIRST_WORDS =
      Map.ofEntries(
          entry("=", Operator.EQUALS),
          entry("!=", Operator.NOT_EQUALS),
          entry(">", Operator.GT),
          entry(">=", Operator.GTE),
          entry("<", Operator.LT),
          entry("<=", Operator.LTE),
          entry("gt", Operator.GT),
          entry("gte", Operator.GTE),
          entry("lt", Operator.LT),
          entry("lte", Operator.LTE),
          entry("between", Operator.BETWEEN),
          entry("in", Operator.IN),
          entry("contains", Operator.CONTAINS),
          entry("starts_with", Operator.STARTS_WITH),
          entry("before", Operator.BEFORE),
          entry("since", Operator.SINCE),
          entry("after", Operator.AFTER),
          entry("within", Operator.WITHIN));

  private final Tokens tokens;
  private final OperandParser operands;

  TestParser(Tokens tokens) {
    this.tokens = tokens;
    this.operands = new OperandParser(tokens);
  }

  TestDraft test(Operators allowed) {
    Token first = tokens.peek();
    Operator operator = operator(allowed);
    return new TestDraft(operator, tokens.since(first), operands(operator));
  }

  /** A test if the next token starts one. */
  Optional<TestDraft> optional(Operators allowed) {
    return single(allowed).isPresent() ? Optional.of(test(allowed)) : Optional.empty();
  }

  private Optional<Operator> single(Operators allowed) {
    Token token = tokens.peek();
    boolean isOperator = token.type() == TokenType.WORD || token.type() == TokenType.SYMBOL;
    return Optional.ofNullable(isOperator ? FIRST_WORDS.get(token.lowerCase()) : null)
        .filter(allowed::has);
  }

  private Operator operator(Operators allowed) {
    Optional<Operator> single = single(allowed);
    if (single.isPresent()) {
      tokens.next();
      return single.get() == Operator.WITHIN ? within(allowed) : single.get();
    }
    if (allowed == Operators.TEST && tokens.acceptWord("not")) {
      return negation();
    }
    if (allowed == Operators.TEST && tokens.acceptWord("is")) {
      return presence();
    }
    throw tokens.fail(allowed.expected());
  }

  private Operator within(Operators allowed) {
    if (!tokens.isWord("next")) {
      return Operator.WITHIN;
    }
    if (!allowed.has(Operator.WITHIN_NEXT)) {
      throw tokens.fail("a duration");
    }
    tokens.next();
    return Operator.WITHIN_NEXT;
  }

  private Operator negation() {
    if (tokens.acceptWord("in")) {
      return Operator.NOT_IN;
    }
    if (tokens.acceptWord("contains")) {
      return Operator.NOT_CONTAINS;
    }
    throw tokens.fail("in or contains after not");
  }

  private Operator presence() {
    if (tokens.acceptWord("set")) {
      return Operator.IS_SET;
    }
    if (tokens.acceptWord("unset")) {
      return Operator.IS_UNSET;
    }
    if (tokens.acceptWord("blank")) {
      return Operator.IS_BLANK;
    }
    if (tokens.acceptWord("not")) {
      return absence();
    }
    throw tokens.fail("set, unset, blank or not blank after is");
  }

  private Operator absence() {
    if (tokens.acceptWord("set")) {
      return Operator.IS_UNSET;
    }
    if (tokens.acceptWord("blank")) {
      return Operator.IS_NOT_BLANK;
    }
    throw tokens.fail("blank or set after is not");
  }

  private List<Operand> operands(Operator operator) {
    return switch (operator) {
      case IN, NOT_IN -> list();
      case BETWEEN -> {
        Operand low = operands.operand();
        tokens.expectWord("and");
        yield List.of(low, operands.operand());
      }
      case IS_SET, IS_UNSET, IS_BLANK, IS_NOT_BLANK -> List.of();
      default -> List.of(operands.operand());
    };
  }

  private List<Operand> list() {
    tokens.expectSymbol("(");
    List<Operand> list = new ArrayList<>();
    int count = 0;
    do {
      Operand operand = operands.operand();
      count++;
      if (count <= Limits.VALUES) {
        list.add(operand);
      } else if (count == Limits.VALUES + 1) {
        tokens
            .faults()
            .add(
                operand.place(),
                FaultCode.TOO_MANY_VALUES,
                "expected at most " + Limits.VALUES + " values");
      }
    } while (tokens.acceptSymbol(","));
    if (!tokens.acceptSymbol(")")) {
      throw tokens.fail("a comma or )");
    }
    return list;
  }
}
