package dev.shopwire.attribution.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.AdminPartRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.CustomerId;
import java.util.Optional;

/**
 * A parsed request to correct a shop's credit.
 *
 * @param affiliateId empty to remove the credit
 */
record Correction(long appId, long customerId, Optional<Long> affiliateId, String reason) {
  private static final int REASON_LENGTH = 1_000;

  /**
   * @throws Failure 404 if the customer's id is invalid, 400 or 422 if the body is
   */
  static Correction read(AdminPartRequest request) {
    long customerId =
        CustomerId.parse(request.part()).orElseThrow(() -> Failure.notFound("customer"));
    JsonInput input = JsonInput.strict(request.body());
    JsonNode id = input.value("affiliateId");
    Optional<Long> affiliateId = NumericId.parse(id.asText());
    if (!id.isNull() && affiliateId.isEmpty()) {
      input.addError("affiliateId", "required", "must be the id of an affiliate, or null for none");
    }
    String reason = input.requiredString("reason", REASON_LENGTH);
    input.throwIfInvalid();
    return new Correction(request.id(), customerId, affiliateId, reason);
  }
}
