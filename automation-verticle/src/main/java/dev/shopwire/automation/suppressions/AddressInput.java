package dev.shopwire.automation.suppressions;

import dev.shopwire.automation.mail.message.InvalidAddress;
import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.common.json.JsonInput;

/** Reads an address from a request. */
public final class AddressInput {
  private static final String NAME = "email";

  private AddressInput() {}

  /** The field {@code email} as addresses are compared; empty with a fault if it is none. */
  public static String read(JsonInput input) {
    String email = input.requiredString(NAME, MailAddress.MAX_LENGTH);
    if (email.isEmpty()) {
      return email;
    }
    try {
      return MailAddress.parse(email).normalized();
    } catch (InvalidAddress e) {
      input.addError(NAME, "invalid_email", "must be an e-mail address; it " + e.getMessage());
      return "";
    }
  }
}
