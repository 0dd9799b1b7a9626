package dev.shopwire.attribution.affiliates;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A parsed affiliate sent by the console; absent fields keep what is stored.
 *
 * @param apps slugs; null for all apps
 */
record AffiliateInput(
    PatchValue<String> name,
    PatchValue<String> email,
    PatchValue<Boolean> active,
    PatchValue<List<String>> apps,
    List<ReferralCode> codes) {
  private static final int NAME_LENGTH = 200;
  private static final int EMAIL_LENGTH = 320;
  private static final int SLUG_LENGTH = 63;
  private static final int MAX_APPS = 1_000;
  private static final int MAX_CODES = 100;

  /**
   * @throws dev.shopwire.common.failure.Failure 400, or 422 with all validation errors
   */
  static AffiliateInput ofNew(String body) {
    JsonInput input = JsonInput.strict(body);
    String name = input.requiredString("name", NAME_LENGTH);
    AffiliateInput read =
        new AffiliateInput(
            PatchValue.of(name), email(input), active(input), apps(input), codes(input));
    input.throwIfInvalid();
    return read;
  }

  /**
   * @throws dev.shopwire.common.failure.Failure 400, or 422 with all validation errors
   */
  static AffiliateInput ofChange(String body) {
    JsonInput input = JsonInput.strict(body);
    PatchValue<String> name =
        input.value("name").isMissingNode()
            ? PatchValue.absent()
            : PatchValue.of(input.requiredString("name", NAME_LENGTH));
    AffiliateInput read =
        new AffiliateInput(name, email(input), active(input), apps(input), List.of());
    input.throwIfInvalid();
    return read;
  }

  /**
   * @throws dev.shopwire.common.failure.Failure 400, or 422 with all validation errors
   */
  static ReferralCode code(String body) {
    JsonInput input = JsonInput.strict(body);
    ReferralCode code = code(input);
    input.throwIfInvalid();
    return code;
  }

  private static ReferralCode code(JsonInput input) {
    String text = input.requiredString("code", ReferralCode.MAX_LENGTH);
    return new ReferralCode(text, Optional.ofNullable(input.optionalInstant("expiresAt").value()));
  }

  private static PatchValue<String> email(JsonInput input) {
    return input.optionalEmail("email", EMAIL_LENGTH);
  }

  private static PatchValue<Boolean> active(JsonInput input) {
    JsonNode status = input.value("status");
    if (status.isMissingNode()) {
      return PatchValue.absent();
    }
    String text = status.asText();
    if (!text.equals("active") && !text.equals("inactive")) {
      input.addError("status", "invalid_status", "must be active or inactive");
    }
    return PatchValue.of(text.equals("active"));
  }

  private static PatchValue<List<String>> apps(JsonInput input) {
    PatchValue<List<String>> apps = input.optionalStrings("apps", MAX_APPS, SLUG_LENGTH);
    if (apps.value() != null && apps.value().isEmpty()) {
      input.addError("apps", "no_apps", "must not be empty; list app slugs, or use null for all");
    }
    return apps;
  }

  /** Reads codes given as strings, or as objects with a code and its expiry. */
  private static List<ReferralCode> codes(JsonInput input) {
    JsonNode value = input.value("codes");
    if (!value.isArray() || value.isEmpty() || value.size() > MAX_CODES) {
      input.addError("codes", "invalid_type", "must be an array of 1 to " + MAX_CODES + " codes");
      return List.of();
    }
    List<ReferralCode> codes = new ArrayList<>(value.size());
    for (JsonInput item : input.objectsOrValues("codes", "code")) {
      codes.add(code(item));
    }
    for (int i = 0; i < codes.size(); i++) {
      String normalized = codes.get(i).normalized();
      boolean repeated =
          codes.subList(0, i).stream().anyMatch(code -> code.normalized().equals(normalized));
      if (repeated && !normalized.isEmpty()) {
        input.addItemError("codes", i, "code_taken", codes.get(i).text() + " is listed twice");
      }
    }
    return codes;
  }
}
