package dev.shopwire.automation.language.text;

import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Faults;
import dev.shopwire.automation.language.draft.PathDraft;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.common.json.StorableText;
import java.util.List;

/** Walks through the tokens of a text. For one text. */
final class Tokens {
  private final List<Token> tokens;
  private final String pointer;
  private final Faults faults;
  private int at;

  /**
   * @param pointer to the text
   */
  Tokens(String text, String pointer, Faults faults) {
    this.tokens = Lexer.tokens(text);
    this.pointer = pointer;
    this.faults = faults;
  }

  Faults faults() {
    return faults;
  }

  Token peek() {
    return tokens.get(at);
  }

  /** The end is never passed. */
  Token next() {
    Token token = tokens.get(at);
    at += token.type() == TokenType.END ? 0 : 1;
    return token;
  }

  boolean isEnd() {
    return peek().type() == TokenType.END;
  }

  boolean isWord(String word) {
    return peek().isWord(word);
  }

  boolean isSymbol(String symbol) {
    return peek().isSymbol(symbol);
  }

  /** Whether no white space stands before the next token. */
  boolean isAttached() {
    return at > 0 && !isEnd() && tokens.get(at - 1).end() == peek().start();
  }

  boolean acceptWord(String word) {
    boolean found = isWord(word);
    at += found ? 1 : 0;
    return found;
  }

  boolean acceptSymbol(String symbol) {
    boolean found = isSymbol(symbol);
    at += found ? 1 : 0;
    return found;
  }

  boolean acceptAttached(String symbol) {
    return isAttached() && acceptSymbol(symbol);
  }

  void expectWord(String word) {
    if (!acceptWord(word)) {
      throw fail(word);
    }
  }

  void expectSymbol(String symbol) {
    if (!acceptSymbol(symbol)) {
      throw fail(symbol);
    }
  }

  /** A bare name, or a quoted one. */
  Token name(String expected) {
    TokenType type = peek().type();
    if (type != TokenType.WORD && type != TokenType.STRING) {
      throw fail(expected);
    }
    return checked(next());
  }

  /** The same for a name before which no white space may stand. */
  Token attachedName(String expected) {
    if (!isAttached() && !isEnd()) {
      throw fail(expected + " without white space before it");
    }
    return name(expected);
  }

  PathDraft path() {
    Token name = name("a property, in quotes if it is no plain name");
    return new PathDraft(name.text(), place(name));
  }

  /** Records a string that can't be stored, and so is nowhere. */
  private Token checked(Token token) {
    if (token.type() == TokenType.STRING) {
      StorableText.findProblem(token.text())
          .ifPresent(
              problem ->
                  faults.add(place(token), FaultCode.INVALID_VALUE, "this string " + problem));
    }
    return token;
  }

  Place place(Token token) {
    return new Place(pointer, token.start(), token.end() - token.start());
  }

  /** From the start of {@code first} to the end of the token before the next. */
  Place since(Token first) {
    return place(first).to(place(tokens.get(at - 1)));
  }

  /** Records that the next token can't stand there. */
  SyntaxError fail(String expected) {
    return fail(peek(), expected);
  }

  SyntaxError fail(Token token, String expected) {
    faults.add(
        place(token), FaultCode.SYNTAX_ERROR, "expected " + expected + ", got " + token.shown());
    return new SyntaxError();
  }

  /** Records that the next token is one too deep. */
  SyntaxError tooDeep(String message) {
    faults.add(place(peek()), FaultCode.TOO_DEEP, message);
    return new SyntaxError();
  }
}
