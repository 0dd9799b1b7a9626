package dev.shopwire.sources.dialects;

/** A fault of a dialect file, with the JSON Pointer of the value that is at fault. */
public final class DialectFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String pointer;
  private final String reason;

  /**
   * @param pointer empty for the whole file
   * @param reason a clause that says what was expected
   */
  public DialectFault(String pointer, String reason) {
    super((pointer.isEmpty() ? "the file" : pointer) + ": " + reason, null, false, false);
    this.pointer = pointer;
    this.reason = reason;
  }

  public String pointer() {
    return pointer;
  }

  public String reason() {
    return reason;
  }
}
