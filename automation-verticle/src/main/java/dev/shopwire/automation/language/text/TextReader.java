package dev.shopwire.automation.language.text;

import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Faults;
import dev.shopwire.automation.language.draft.MeasureDraft;
import dev.shopwire.automation.language.draft.PathDraft;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.TestDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads a text from its start to its end: the pieces that several kinds of leaves share. Where one
 * is missing it throws {@link SyntaxError} and has recorded why. For one text.
 */
public final class TextReader {
  private final Tokens tokens;
  private final TestParser tests;

  /**
   * @param pointer to the text
   * @param faults where faults are recorded
   */
  public TextReader(String text, String pointer, Faults faults) {
    this.tokens = new Tokens(text, pointer, faults);
    this.tests = new TestParser(tokens);
  }

  /** The next word in lower case; empty if the next token is none. */
  public Optional<String> peekWord() {
    Token token = tokens.peek();
    return token.type() == TokenType.WORD ? Optional.of(token.lowerCase()) : Optional.empty();
  }

  /** Of the next token. */
  public Place place() {
    return tokens.place(tokens.peek());
  }

  public boolean isWord(String word) {
    return tokens.isWord(word);
  }

  public boolean isSymbol(String symbol) {
    return tokens.isSymbol(symbol);
  }

  public boolean acceptWord(String word) {
    return tokens.acceptWord(word);
  }

  public void expectWord(String word) {
    tokens.expectWord(word);
  }

  public boolean acceptSymbol(String symbol) {
    return tokens.acceptSymbol(symbol);
  }

  public boolean isEnd() {
    return tokens.isEnd();
  }

  /** Records that the next token can't stand there. */
  public SyntaxError fail(String expected) {
    return tokens.fail(expected);
  }

  /** Records that the next token is one too deep. */
  public SyntaxError tooDeep(String message) {
    return tokens.tooDeep(message);
  }

  /** Starts reading a head, whose first word is the next token. */
  public Head head() {
    return new Head(tokens);
  }

  public PathDraft path() {
    return tokens.path();
  }

  public TestDraft test(Operators operators) {
    return tests.test(operators);
  }

  /** When events must have occurred, if that is said. */
  public Optional<TestDraft> window() {
    return tests.optional(Operators.WINDOW);
  }

  /** {@code time} of the grammar, if it is there. */
  public Optional<TestDraft> time() {
    return tests.optional(Operators.TIME);
  }

  /**
   * {@code measure} of the grammar, without what follows it.
   *
   * @param exists the word for that there is one
   */
  public MeasureDraft measure(String exists, boolean hasSum) {
    if (tokens.acceptWord(exists)) {
      return new MeasureDraft.Exists(false);
    }
    if (tokens.acceptWord("not")) {
      tokens.expectWord(exists);
      return new MeasureDraft.Exists(true);
    }
    if (tokens.acceptWord("count")) {
      return new MeasureDraft.Count(test(Operators.COMPARE));
    }
    if (hasSum && tokens.acceptWord("sum")) {
      return sum();
    }
    if (tokens.acceptWord("first")) {
      return new MeasureDraft.First(test(Operators.TIME));
    }
    if (tokens.acceptWord("last")) {
      return new MeasureDraft.Last(test(Operators.TIME));
    }
    throw tokens.fail(
        "one of %s, not %s, count, %sfirst and last"
            .formatted(exists, exists, hasSum ? "sum(, " : ""));
  }

  private MeasureDraft sum() {
    tokens.expectSymbol("(");
    PathDraft property = path();
    tokens.expectSymbol(")");
    return new MeasureDraft.Sum(property, test(Operators.COMPARE));
  }

  /** {@code where} of the grammar, if it is there. */
  public <F> List<F> where(Supplier<F> filter) {
    List<F> filters = new ArrayList<>(0);
    if (!tokens.acceptWord("where")) {
      return filters;
    }
    tokens.expectSymbol("(");
    do {
      filters.add(filter.get());
    } while (tokens.acceptWord("and"));
    if (!tokens.acceptSymbol(")")) {
      throw tokens.fail("AND or )");
    }
    return filters;
  }

  /**
   * Skips what can't be a condition, to the next {@code AND}, {@code OR} or closing parenthesis
   * around it, and records it.
   *
   * @param message follows the head
   */
  public void skipUnknown(String message) {
    Token first = tokens.next();
    boolean hasName = tokens.isAttached() && tokens.isSymbol(":");
    while (hasName && tokens.isAttached() && !isDelimiter(tokens.peek())) {
      tokens.next();
    }
    tokens
        .faults()
        .add(tokens.since(first), FaultCode.UNKNOWN_CONDITION, first.shown() + " " + message);
    new Skip(tokens).run();
  }

  private static boolean isDelimiter(Token token) {
    return token.type() == TokenType.SYMBOL && !":/#".contains(token.text());
  }
}
