package dev.shopwire.automation.language.text;

import dev.shopwire.automation.language.draft.PathDraft;
import dev.shopwire.automation.language.draft.Place;
import java.util.Optional;

/** A head that is being read: its first word, and what belongs to it without white space. */
public final class Head {
  private final Tokens tokens;
  private final Token first;

  Head(Tokens tokens) {
    this.tokens = tokens;
    this.first = tokens.next();
  }

  /** The name that the head was written with, in lower case. */
  public String word() {
    return first.lowerCase();
  }

  /** From the start of the head to what was read last. */
  public Place place() {
    return tokens.since(first);
  }

  /** {@code ":" [app "/"] name}. */
  public Qualified named(String what) {
    colon();
    Token name = tokens.attachedName(what);
    return tokens.acceptAttached("/")
        ? qualified(Optional.of(name.text()), tokens.attachedName(what))
        : qualified(Optional.empty(), name);
  }

  /** The same, or an id in place of the name. */
  public Qualified namedOrId(String what) {
    colon();
    Token name = nameOrId(what);
    return name.type() != TokenType.NUMBER && tokens.acceptAttached("/")
        ? qualified(Optional.of(name.text()), nameOrId(what))
        : qualified(Optional.empty(), name);
  }

  /** {@code ":" (name | "#" id)}. */
  public Qualified nameOrIdAlone(String what) {
    colon();
    return qualified(Optional.empty(), nameOrId(what));
  }

  /** {@code ":" [app "/"] string}. */
  public Qualified quoted(String what) {
    colon();
    Token appOrName = tokens.attachedName(what);
    Optional<String> app =
        tokens.acceptAttached("/") ? Optional.of(appOrName.text()) : Optional.empty();
    Token name = app.isPresent() ? tokens.attachedName(what) : appOrName;
    if (name.type() != TokenType.STRING) {
      throw tokens.fail(name, what);
    }
    return qualified(app, name);
  }

  /** {@code [":" app]}. */
  public Optional<String> app() {
    return suffix("the name of an app");
  }

  /**
   * {@code ":" (app | all)}.
   *
   * @param all stands for all apps, unless it is quoted
   * @return empty if that stands there
   */
  public Optional<String> appOr(String all) {
    colon();
    Token name = tokens.attachedName("the name of an app, or " + all);
    return name.isWord(all) ? Optional.empty() : Optional.of(name.text());
  }

  /** {@code [":" name]}. */
  public Optional<String> suffix(String what) {
    return tokens.acceptAttached(":")
        ? Optional.of(tokens.attachedName(what).text())
        : Optional.empty();
  }

  /** {@code ["[" path "]"]}. */
  public Optional<PathDraft> path() {
    if (!tokens.acceptAttached("[")) {
      return Optional.empty();
    }
    PathDraft path = tokens.path();
    tokens.expectSymbol("]");
    return Optional.of(path);
  }

  private void colon() {
    if (!tokens.acceptAttached(":")) {
      throw tokens.fail(": directly after " + first.shown());
    }
  }

  private Token nameOrId(String what) {
    return tokens.acceptAttached("#") ? IdParser.digits(tokens) : tokens.attachedName(what);
  }

  private Qualified qualified(Optional<String> app, Token name) {
    return new Qualified(app, name.text(), name.type() == TokenType.NUMBER);
  }
}
