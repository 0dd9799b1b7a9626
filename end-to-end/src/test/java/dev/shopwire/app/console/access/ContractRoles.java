package dev.shopwire.app.console.access;

import dev.shopwire.common.access.AccessLevel;
import java.util.List;
import java.util.Set;

/**
 * The least roles that the contract asks for, by rules over methods and paths, so that a new
 * operation falls under them too. The document may ask for more, never for less.
 */
final class ContractRoles {
  /** Whom the product does not know yet. */
  private static final Set<String> OPEN =
      Set.of(
          "GET /openapi.json",
          "POST /setup",
          "POST /session",
          "POST /invitations/accept",
          "POST /password-resets/accept");

  /** About the user, or the same for all of them. */
  private static final Set<String> OF_USERS =
      Set.of(
          "GET /session",
          "DELETE /session",
          "GET /status",
          "GET /workspaces",
          "GET /partner-dialects");

  private static final Set<String> OF_OWNERS =
      Set.of("PATCH /workspaces/{id}", "POST /workspaces/{id}/users/{userId}/reset");
  private static final Set<String> OF_OPERATORS = Set.of("users", "audit-log", "system");
  private static final Set<String> READ_BY_ADMINS =
      Set.of("keys", "invitations", "tokens", "audit-log");

  private ContractRoles() {}

  static AccessLevel least(AccessOperation operation) {
    String name = operation.name();
    List<String> segments = operation.segments();
    String first = segments.get(0);
    if (OPEN.contains(name)) {
      return AccessLevel.NONE;
    }
    if (OF_USERS.contains(name) || first.equals("me")) {
      return AccessLevel.USER;
    }
    if (OF_OPERATORS.contains(first) || name.equals("POST /workspaces")) {
      return AccessLevel.OPERATOR;
    }
    if (OF_OWNERS.contains(name)) {
      return AccessLevel.OWNER;
    }
    if (segments.contains("saved-views")) {
      return AccessLevel.ANALYST;
    }
    boolean isSecret = segments.stream().anyMatch(READ_BY_ADMINS::contains);
    return operation.isWrite() || isSecret ? AccessLevel.ADMIN : AccessLevel.ANALYST;
  }
}
