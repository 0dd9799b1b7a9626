package dev.shopwire.automation.reports.parsing;

/** Says why a mail was not read: its form, or too much of something. Has no stack trace. */
public final class UnparsableMail extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason continues "The report can't be read: "
   */
  UnparsableMail(String reason) {
    super(reason, null, false, false);
  }

  /** Continues "The report can't be read: ". */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
