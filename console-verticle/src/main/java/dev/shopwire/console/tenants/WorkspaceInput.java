package dev.shopwire.console.tenants;

import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.time.TimeZones;
import java.time.ZoneId;
import java.util.Optional;

/** A parsed change of a workspace; absent fields keep what is stored. */
record WorkspaceInput(
    PatchValue<String> name, PatchValue<String> timezone, PatchValue<Boolean> requireTotp) {
  private static final int NAME_LENGTH = 100;

  /**
   * The name of a new workspace.
   *
   * @throws dev.shopwire.common.failure.Failure 400, or 422 with all validation errors
   */
  static String ofNew(byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String name = input.requiredString("name", NAME_LENGTH);
    input.throwIfInvalid();
    return name;
  }

  /**
   * @throws dev.shopwire.common.failure.Failure 400, or 422 with all validation errors
   */
  static WorkspaceInput ofChange(byte[] body) {
    JsonInput input = JsonInput.strict(body);
    PatchValue<String> name =
        input.value("name").isMissingNode()
            ? PatchValue.absent()
            : PatchValue.of(input.requiredString("name", NAME_LENGTH));
    WorkspaceInput read = new WorkspaceInput(name, timezone(input), requireTotp(input));
    input.throwIfInvalid();
    return read;
  }

  private static PatchValue<String> timezone(JsonInput input) {
    PatchValue<String> given = input.optionalString("timezone", TimeZones.MAX_LENGTH);
    String text = given.value();
    if (text == null) {
      return given;
    }
    Optional<ZoneId> zone = TimeZones.find(text);
    if (zone.isEmpty()) {
      input.addError("timezone", "invalid_timezone", TimeZones.EXPECTED + ", or null for UTC");
    }
    return PatchValue.of(zone.map(ZoneId::getId).orElse(null));
  }

  private static PatchValue<Boolean> requireTotp(JsonInput input) {
    PatchValue<Boolean> given = input.optionalBoolean("requireTotp");
    if (given.present() && given.value() == null) {
      input.addError("requireTotp", "invalid_type", "must be true or false, got null");
    }
    return given;
  }

  WorkspaceSettings applyTo(WorkspaceSettings stored) {
    return new WorkspaceSettings(
        timezone.applyTo(stored.timezone()),
        Boolean.TRUE.equals(requireTotp.applyTo(stored.requireTotp())));
  }
}
