package dev.shopwire.automation.campaigns;

import dev.shopwire.common.json.JsonInput;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The body of a request that starts a campaign, which may be empty.
 *
 * @param at empty for now
 */
record StartInput(Optional<OffsetDateTime> at) {
  private static final String AT = "at";
  private static final Duration MAX_AHEAD = Duration.ofDays(365);

  /**
   * @throws dev.shopwire.common.failure.Failure 422 with every fault
   */
  static StartInput read(String body) {
    JsonInput input = JsonInput.strict(body.isBlank() ? "{}" : body);
    Instant at = input.optionalInstant(AT).value();
    Instant now = Instant.now();
    if (at != null && (!at.isAfter(now) || at.isAfter(now.plus(MAX_AHEAD)))) {
      input.addError(
          AT, "invalid_time", "must be in the future, and at most " + MAX_AHEAD.toDays() + " days");
    }
    input.throwIfInvalid();
    return new StartInput(Optional.ofNullable(at).map(time -> time.atOffset(ZoneOffset.UTC)));
  }
}
