package dev.shopwire.automation.language.text;

/** Parses the digits of an id after {@code #}. */
final class IdParser {
  private IdParser() {}

  static Token digits(Tokens tokens) {
    Token token = tokens.peek();
    boolean isId =
        token.type() == TokenType.NUMBER && token.text().chars().allMatch(Character::isDigit);
    if (!isId || !tokens.isAttached()) {
      throw tokens.fail("the digits of an id directly after #");
    }
    return tokens.next();
  }
}
