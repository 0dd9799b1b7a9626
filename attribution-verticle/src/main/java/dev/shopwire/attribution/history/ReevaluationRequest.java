package dev.shopwire.attribution.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.attribution.affiliates.ReferralCode;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which rows of the log are to be decided again.
 *
 * @param codes normalised; empty for all
 * @param since when the earliest of them happened; empty for all
 * @param from where an earlier call has ended
 */
record ReevaluationRequest(
    int workspaceId,
    List<String> codes,
    Optional<Instant> since,
    boolean dryRun,
    ReevaluationPlace from) {
  private static final int MAX_CODES = 100;

  /** So that one that is too long to be a code is no fault: no row has it. */
  private static final int CODE_LENGTH = 1_000;

  /**
   * @throws Failure 400, or 422 with every fault
   */
  static ReevaluationRequest read(AdminRequest call) {
    JsonInput input = JsonInput.strict(call.body().isEmpty() ? "{}" : call.body());
    PatchValue<List<String>> codes = input.optionalTexts("codes", MAX_CODES, CODE_LENGTH);
    if (codes.value() != null && codes.value().isEmpty()) {
      input.fault("codes", "no_codes", "is empty: name the codes, or leave it out for all");
    }
    PatchValue<Instant> since = input.optionalInstant("since");
    boolean dryRun = Boolean.TRUE.equals(input.optionalBoolean("dryRun").value());
    ReevaluationPlace from = place(input);
    input.check();
    List<String> given = codes.value() == null ? List.of() : codes.value();
    return new ReevaluationRequest(
        call.intId(),
        given.stream().map(ReferralCode::normalise).distinct().toList(),
        Optional.ofNullable(since.value()),
        dryRun,
        from);
  }

  private static ReevaluationPlace place(JsonInput input) {
    JsonNode cursor = input.value("cursor");
    if (cursor.isMissingNode() || cursor.isNull()) {
      return ReevaluationPlace.START;
    }
    Optional<ReevaluationPlace> place = ReevaluationPlace.parse(cursor.asText());
    if (place.isEmpty()) {
      input.fault("cursor", "invalid_cursor", "must be the cursor of an earlier answer");
    }
    return place.orElse(ReevaluationPlace.START);
  }
}
