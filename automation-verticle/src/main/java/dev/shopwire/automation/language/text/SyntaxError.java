package dev.shopwire.automation.language.text;

/** Ends the parsing of a text; what is wrong is recorded already. Has no stack trace. */
public final class SyntaxError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SyntaxError() {
    super("the text is not a condition", null, false, false);
  }
}
