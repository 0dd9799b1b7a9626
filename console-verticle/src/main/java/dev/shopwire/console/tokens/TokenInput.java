package dev.shopwire.console.tokens;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.console.people.RoleInput;
import java.time.Instant;
import java.util.Optional;

/** What a request for a new API token says. */
record TokenInput(String name, AccessLevel role, long workspaceId, Optional<Instant> expiresAt) {
  private static final int NAME_LENGTH = 100;
  private static final int ID_LENGTH = 18;

  /**
   * @throws Failure 422 if a field is invalid
   */
  static TokenInput of(byte[] body, Instant now) {
    JsonInput input = JsonInput.strict(body);
    String name = input.requiredString("name", NAME_LENGTH);
    AccessLevel role = RoleInput.required(input);
    String workspace = input.requiredString("workspaceId", ID_LENGTH, "[0-9]+", "an id");
    Optional<Instant> expiresAt = Optional.ofNullable(input.optionalInstant("expiresAt").value());
    if (expiresAt.filter(at -> !at.isAfter(now)).isPresent()) {
      input.addError("expiresAt", "in_the_past", "must be in the future");
    }
    input.throwIfInvalid();
    return new TokenInput(name, role, NumericId.parse(workspace).orElse(0L), expiresAt);
  }
}
