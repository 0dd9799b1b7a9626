package dev.shopwire.automation.language.text;

/** Skips tokens to where the next condition may start, so that its faults are found too. */
final class Skip {
  private final Tokens tokens;

  /** Open parentheses. */
  private int depth;

  /** How many {@code AND} belong to a {@code between}. */
  private int bounds;

  Skip(Tokens tokens) {
    this.tokens = tokens;
  }

  void run() {
    while (!tokens.isEnd() && !isAtEnd()) {
      Token token = tokens.next();
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      if (depth == 0) {
        bounds += token.isWord("between") ? 1 : token.isWord("and") ? -1 : 0;
      }
    }
  }

  private boolean isAtEnd() {
    return depth == 0
        && (tokens.isSymbol(")") || tokens.isWord("or") || (tokens.isWord("and") && bounds == 0));
  }
}
