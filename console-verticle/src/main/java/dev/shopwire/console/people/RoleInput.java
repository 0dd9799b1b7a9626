package dev.shopwire.console.people;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import java.util.Map;

/** Reads the role of a member, an invitation or an API token, and decides who may grant it. */
public final class RoleInput {
  private static final Map<String, AccessLevel> ROLES =
      Map.of(
          "analyst", AccessLevel.ANALYST, "admin", AccessLevel.ADMIN, "owner", AccessLevel.OWNER);
  private static final int MAX_LENGTH = 100;

  private RoleInput() {}

  /** The required field {@code role}; an arbitrary one if it is invalid, which is recorded. */
  public static AccessLevel required(JsonInput input) {
    String text = input.requiredString("role", MAX_LENGTH);
    AccessLevel role = ROLES.get(text);
    if (role == null && !text.isEmpty()) {
      input.addError("role", "invalid_role", "must be one of analyst, admin, owner, got " + text);
    }
    return role == null ? AccessLevel.ANALYST : role;
  }

  /**
   * Admins give and take the roles analyst and admin; only owners those of owners.
   *
   * @param level the caller's in the workspace
   * @throws Failure 403 if it is too low
   */
  public static void requireGrantable(AccessLevel level, AccessLevel role) {
    if (!level.includes(role)) {
      throw Failure.of(
          Code.FORBIDDEN, "role_required", "This requires the role %s".formatted(role.id()));
    }
  }

  /** The same for the caller's own level. */
  public static void requireGrantable(Caller caller, AccessLevel role) {
    requireGrantable(caller.level(), role);
  }
}
