package dev.shopwire.automation.mail.message;

/** Why a text is not a mail address; the message is a clause for users, without the text. */
public final class InvalidAddress extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidAddress(String message) {
    super(message);
  }
}
