package dev.shopwire.attribution.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.attribution.affiliates.ReferralCode;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A parsed request to decide rows of the log again.
 *
 * @param codes normalized; empty for all
 * @param since the earliest time of a row; empty for all
 * @param from where an earlier request has ended
 * @param caller who makes the request
 */
record ReevaluationRequest(
    long workspaceId,
    List<String> codes,
    Optional<Instant> since,
    boolean dryRun,
    ReevaluationPosition from,
    Caller caller) {
  private static final int MAX_CODES = 100;

  /** Longer than any code, so that a code that is too long is not an error: no row has it. */
  private static final int CODE_LENGTH = 1_000;

  /**
   * @throws Failure 400, or 422 with all validation errors
   */
  static ReevaluationRequest read(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body().isEmpty() ? "{}" : request.body());
    PatchValue<List<String>> codes = input.optionalStrings("codes", MAX_CODES, CODE_LENGTH);
    if (codes.value() != null && codes.value().isEmpty()) {
      input.addError("codes", "no_codes", "must not be empty; list codes, or omit it for all");
    }
    PatchValue<Instant> since = input.optionalInstant("since");
    boolean dryRun = Boolean.TRUE.equals(input.optionalBoolean("dryRun").value());
    ReevaluationPosition from = position(input);
    input.throwIfInvalid();
    List<String> given = codes.value() == null ? List.of() : codes.value();
    return new ReevaluationRequest(
        request.id(),
        given.stream().map(ReferralCode::normalize).distinct().toList(),
        Optional.ofNullable(since.value()),
        dryRun,
        from,
        request.caller());
  }

  private static ReevaluationPosition position(JsonInput input) {
    JsonNode cursor = input.value("cursor");
    if (cursor.isMissingNode() || cursor.isNull()) {
      return ReevaluationPosition.START;
    }
    Optional<ReevaluationPosition> position = ReevaluationPosition.parse(cursor.asText());
    if (position.isEmpty()) {
      input.addError("cursor", "invalid_cursor", "must be the cursor of an earlier response");
    }
    return position.orElse(ReevaluationPosition.START);
  }
}
