package dev.shopwire.app.console.access;

import dev.shopwire.common.access.AccessLevel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Someone who calls operations, and what the contract says they get.
 *
 * @param level theirs in the workspace of the resources; USER for those who are no member of it
 * @param headers their credentials
 */
record MatrixCaller(
    String name,
    Credentials credentials,
    Flaw flaw,
    AccessLevel level,
    Map<String, String> headers) {

  /** What they are known by. */
  enum Credentials {
    /** None, or none that is valid. */
    NONE,
    SESSION,
    API_TOKEN,
    ADMIN_TOKEN
  }

  /** What is wrong with their requests, though they are who they say. */
  enum Flaw {
    NONE,
    /** The CSRF token of their writes. */
    CSRF,
    /** A page of another site makes their browser write. */
    FOREIGN_PAGE,
    /** They have no TOTP, which the workspace requires. */
    NO_TOTP
  }

  /** The same one, whose browser sends other headers. */
  MatrixCaller with(Flaw flaw, String what, Map<String, String> changed) {
    Map<String, String> headers = new LinkedHashMap<>(this.headers);
    headers.putAll(changed);
    return new MatrixCaller(name + " " + what, credentials, flaw, level, headers);
  }

  /** Why they may not call {@code operation}; empty if they may. */
  Optional<Refusal> refusal(AccessOperation operation) {
    if (operation.isWrite() && flaw == Flaw.FOREIGN_PAGE) {
      return Optional.of(Refusal.CROSS_ORIGIN);
    }
    if (operation.least() == AccessLevel.NONE) {
      return Optional.empty();
    }
    return switch (credentials) {
      case NONE -> Optional.of(Refusal.UNAUTHORIZED);
      case ADMIN_TOKEN ->
          operation.isAboutOneself() ? Optional.of(Refusal.SESSION_REQUIRED) : Optional.empty();
      case API_TOKEN ->
          operation.isClosedToApiTokens()
              ? Optional.of(Refusal.SESSION_REQUIRED)
              : refusalByLevel(operation);
      case SESSION ->
          operation.isWrite() && flaw == Flaw.CSRF
              ? Optional.of(Refusal.CSRF)
              : refusalByLevel(operation);
    };
  }

  private Optional<Refusal> refusalByLevel(AccessOperation operation) {
    if (operation.isInWorkspace() && level == AccessLevel.USER) {
      return Optional.of(Refusal.UNKNOWN_ID);
    }
    if (operation.isInWorkspace() && flaw == Flaw.NO_TOTP) {
      return Optional.of(Refusal.TOTP_REQUIRED);
    }
    return level.includes(operation.least())
        ? Optional.empty()
        : Optional.of(Refusal.ROLE_REQUIRED);
  }

  @Override
  public String toString() {
    return name;
  }
}
