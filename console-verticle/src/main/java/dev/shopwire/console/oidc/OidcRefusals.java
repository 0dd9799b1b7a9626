package dev.shopwire.console.oidc;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;

/** Why someone can't sign in through the identity provider. */
final class OidcRefusals {
  private OidcRefusals() {}

  /** The provider's response is not one to a sign-in that this browser started, or is invalid. */
  static Failure failed() {
    return Failure.of(
        Code.UNAUTHORIZED, "oidc_failed", "Signing in through the identity provider failed");
  }

  /**
   * The person is neither a user nor invited, or the user is disabled or bound to another person.
   */
  static Failure unknownUser() {
    return Failure.of(
        Code.UNAUTHORIZED, "oidc_unknown_user", "No user with this identity may sign in here");
  }
}
