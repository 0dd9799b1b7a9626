package dev.shopwire.automation.mail.smtp;

/** The server has sent something that is no reply, or too much of it. */
final class InvalidReply extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidReply() {
    super("not an SMTP reply", null, false, false);
  }
}
