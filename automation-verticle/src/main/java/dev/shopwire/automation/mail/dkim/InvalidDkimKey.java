package dev.shopwire.automation.mail.dkim;

/** Why a text is no usable signing key; the message is a clause for users, without the key. */
public final class InvalidDkimKey extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidDkimKey(String message) {
    super(message);
  }
}
