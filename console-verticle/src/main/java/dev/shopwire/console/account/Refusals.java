package dev.shopwire.console.account;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;

/** Why a user is not let in. */
public final class Refusals {
  static final String WRONG_CREDENTIALS = "wrong_credentials";
  public static final String CODE_REQUIRED = "code_required";
  static final String WRONG_CODE = "wrong_code";

  private Refusals() {}

  /** The same for an unknown e-mail, a wrong password and a disabled user. */
  public static Failure wrongCredentials() {
    return Failure.of(
        Code.UNAUTHORIZED, WRONG_CREDENTIALS, "The e-mail address or the password is wrong");
  }

  static Failure wrongPassword() {
    return Failure.of(Code.UNAUTHORIZED, WRONG_CREDENTIALS, "The password is wrong");
  }

  public static Failure codeRequired() {
    return Failure.of(
        Code.UNAUTHORIZED,
        CODE_REQUIRED,
        "A code is required: the six digits of the authenticator app, or a recovery code");
  }

  static Failure wrongCode() {
    return Failure.of(Code.UNAUTHORIZED, WRONG_CODE, "The code is wrong, too old or has been used");
  }
}
