package dev.shopwire.console.people;

import dev.shopwire.common.json.JsonInput;

/** Reads the e-mail address of a user. */
public final class EmailInput {
  /** RFC 5321, section 4.5.3.1.3. */
  private static final int MAX_LENGTH = 254;

  private EmailInput() {}

  /** The required field {@code email}, trimmed; empty if it is invalid, which is recorded. */
  public static String required(JsonInput input) {
    String email = input.requiredString("email", MAX_LENGTH);
    if (!email.isEmpty() && !JsonInput.isEmail(email)) {
      input.addError("email", "invalid_email", "must be an e-mail address");
      return "";
    }
    return email;
  }
}
