package dev.shopwire.automation.language.text;

/** The types of tokens. */
enum TokenType {
  /** Also a bare name. */
  WORD,
  STRING,
  NUMBER,
  /** A date or an instant. */
  TIME,
  /** A duration. */
  SPAN,
  SYMBOL,
  /** What can stand nowhere. */
  ERROR,
  END
}
