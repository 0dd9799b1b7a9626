package dev.shopwire.console.tenants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.failure.Failure;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what a change of a workspace may contain. */
class WorkspaceInputTest {
  private static final WorkspaceSettings STORED = new WorkspaceSettings("Europe/Zurich", true);

  private static WorkspaceInput change(String json) {
    return WorkspaceInput.ofChange(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void absentFieldsKeepWhatIsStored() {
    assertEquals(STORED, change("{\"name\":\"Acme\"}").applyTo(STORED));
    assertEquals(
        new WorkspaceSettings("Europe/Zurich", false),
        change("{\"requireTotp\":false}").applyTo(STORED));
  }

  @Test
  void aTimeZoneIsStoredByItsCanonicalName() {
    assertEquals(
        new WorkspaceSettings("America/New_York", true),
        change("{\"timezone\":\" america/new_york \"}").applyTo(STORED));
    assertEquals(new WorkspaceSettings(null, true), change("{\"timezone\":null}").applyTo(STORED));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"timezone\":\"Mars/Base\"} | /timezone invalid_timezone",
        "{\"timezone\":7} | /timezone invalid_type",
        "{\"timezone\":\"SystemV/AST4\"} | /timezone invalid_timezone",
        "{\"requireTotp\":null} | /requireTotp invalid_type",
        "{\"requireTotp\":\"yes\",\"name\":\"\"} | /name invalid_length, /requireTotp invalid_type",
        "{\"id\":\"7\"} | /id unknown_field"
      })
  void invalidFieldsAreRejected(String body, String errors) {
    Failure failure = assertThrows(Failure.class, () -> change(body));
    assertEquals(
        errors,
        failure.errors().stream()
            .map(error -> error.pointer() + " " + error.code())
            .collect(Collectors.joining(", ")));
  }
}
