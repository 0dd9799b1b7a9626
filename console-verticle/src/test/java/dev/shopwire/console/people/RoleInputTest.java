package dev.shopwire.console.people;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which roles a request may name, and who may grant them. */
class RoleInputTest {
  private static AccessLevel read(String json) {
    JsonInput input = JsonInput.strict(json);
    AccessLevel role = RoleInput.required(input);
    input.throwIfInvalid();
    return role;
  }

  @Test
  void theRolesOfAWorkspaceAreRead() {
    assertEquals(AccessLevel.ANALYST, read("{\"role\":\"analyst\"}"));
    assertEquals(AccessLevel.ADMIN, read("{\"role\":\"admin\"}"));
    assertEquals(AccessLevel.OWNER, read("{\"role\":\"owner\"}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"role\":null}",
        "{\"role\":7}",
        "{\"role\":\"operator\"}",
        "{\"role\":\"user\"}",
        "{\"role\":\"Owner\"}"
      })
  void anythingElseIsRejected(String json) {
    Failure failure = assertThrows(Failure.class, () -> read(json));
    assertEquals("/role", failure.errors().get(0).pointer());
    assertEquals(1, failure.errors().size());
  }

  @ParameterizedTest
  @CsvSource({"ADMIN, ANALYST", "ADMIN, ADMIN", "OWNER, OWNER", "OPERATOR, OWNER"})
  void aRoleMayBeGrantedByThoseWhoHaveIt(AccessLevel level, AccessLevel role) {
    assertDoesNotThrow(() -> RoleInput.requireGrantable(level, role));
  }

  @ParameterizedTest
  @CsvSource({"ADMIN, OWNER", "ANALYST, ADMIN", "USER, ANALYST"})
  void aHigherOneMayNot(AccessLevel level, AccessLevel role) {
    Failure failure = assertThrows(Failure.class, () -> RoleInput.requireGrantable(level, role));
    assertEquals("role_required", failure.reason());
  }
}
