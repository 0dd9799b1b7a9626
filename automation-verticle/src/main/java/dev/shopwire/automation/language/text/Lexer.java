package dev.shopwire.automation.language.text;

import dev.shopwire.automation.language.draft.TimeLiterals;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Splits a text into tokens. What is no token becomes one that the parser refuses where it is. */
final class Lexer {
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
  private static final String SYMBOLS = "=<>()[],:/#";

  private final int[] text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Lexer(String text) {
    this.text = text.codePoints().toArray();
  }

  /** The tokens, the last of which is the end. */
  static List<Token> tokens(String text) {
    Lexer lexer = new Lexer(text);
    lexer.run();
    return lexer.tokens;
  }

  private void run() {
    skipWhiteSpace();
    while (at < text.length) {
      next();
      skipWhiteSpace();
    }
    add(TokenType.END, "", at);
  }

  private void skipWhiteSpace() {
    while (at < text.length && isWhiteSpace(text[at])) {
      at++;
    }
  }

  private static boolean isWhiteSpace(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private void next() {
    int c = text[at];
    if (isWordStart(c)) {
      word();
    } else if (isDigit(c) || c == '-') {
      numeral();
    } else if (c == '"') {
      string();
    } else {
      symbol(c);
    }
  }

  private void word() {
    int start = at;
    while (at < text.length && isWordPart(text[at])) {
      at++;
    }
    add(TokenType.WORD, slice(start), start);
  }

  /** A number, a date, an instant or a duration: all that may be part of one belongs to it. */
  private void numeral() {
    int start = at;
    while (at < text.length && isNumeralPart(text[at])) {
      at++;
    }
    String numeral = slice(start);
    if (NUMBER.matcher(numeral).matches()) {
      add(TokenType.NUMBER, numeral, start);
    } else if (TimeLiterals.isFixed(numeral)) {
      add(TokenType.TIME, numeral, start);
    } else {
      add(TimeLiterals.isSpan(numeral) ? TokenType.SPAN : TokenType.ERROR, numeral, start);
    }
  }

  private void string() {
    int start = at;
    StringLiteral literal = StringLiteral.at(text, start);
    at = literal.end();
    if (literal.problem().isPresent()) {
      add(TokenType.ERROR, literal.problem().get(), start);
    } else {
      add(TokenType.STRING, literal.value(), start);
    }
  }

  private void symbol(int c) {
    int start = at++;
    boolean isEqualNext = at < text.length && text[at] == '=';
    if (isEqualNext && (c == '!' || c == '<' || c == '>')) {
      at++;
      add(TokenType.SYMBOL, slice(start), start);
    } else {
      boolean isKnown = SYMBOLS.indexOf(c) >= 0;
      add(isKnown ? TokenType.SYMBOL : TokenType.ERROR, isKnown ? slice(start) : shown(c), start);
    }
  }

  /** What can't be printed is shown by its number. */
  private static String shown(int c) {
    boolean isPrintable =
        !Character.isISOControl(c)
            && Character.isDefined(c)
            && Character.getType(c) != Character.SURROGATE
            && Character.getType(c) != Character.FORMAT;
    return isPrintable ? Character.toString(c) : "U+%04X".formatted(c);
  }

  private void add(TokenType type, String value, int start) {
    tokens.add(new Token(type, value, start, at));
  }

  private String slice(int start) {
    return new String(text, start, at - start);
  }

  /** Whether it can stand in texts without quotes as a name. */
  static boolean isName(String name) {
    return !name.isEmpty()
        && isWordStart(name.charAt(0))
        && name.chars().allMatch(Lexer::isWordPart);
  }

  private static boolean isWordStart(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isWordPart(int c) {
    return isWordStart(c) || isDigit(c) || c == '.' || c == '-';
  }

  private static boolean isNumeralPart(int c) {
    return isWordPart(c) || c == '+' || c == ':';
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
