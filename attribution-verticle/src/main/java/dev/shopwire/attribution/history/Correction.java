package dev.shopwire.attribution.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.AdminPartRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.tenancy.CustomerId;
import java.util.Optional;

/**
 * What an admin wants of a shop's credit.
 *
 * @param affiliateId empty takes the credit away
 */
record Correction(int appId, long customerId, Optional<Integer> affiliateId, String reason) {
  private static final int REASON_LENGTH = 1_000;

  /**
   * @throws Failure 404 for what can be no customer, 400 or 422 for a bad body
   */
  static Correction read(AdminPartRequest call) {
    long customerId = CustomerId.parse(call.part()).orElseThrow(() -> Failure.unknown("customer"));
    JsonInput input = JsonInput.strict(call.body());
    JsonNode id = input.value("affiliateId");
    boolean valid = id.isNull() || id.asText().matches("\\d{1,9}");
    if (!valid) {
      input.fault("affiliateId", "required", "must be the id of an affiliate, or null for none");
    }
    String reason = input.text("reason", REASON_LENGTH);
    input.check();
    return new Correction(
        new AdminRequest(call.id(), "").intId(),
        customerId,
        id.isNull() ? Optional.empty() : Optional.of(Integer.valueOf(id.asText())),
        reason);
  }
}
