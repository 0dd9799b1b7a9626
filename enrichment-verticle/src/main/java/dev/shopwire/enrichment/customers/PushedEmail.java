package dev.shopwire.enrichment.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.StorableText;

/**
 * Reads the e-mail address of a push. An invalid one is ignored with a warning, as if it had not
 * been sent, so that a typo doesn't fail the rest of the push.
 */
public final class PushedEmail {
  private static final int MAX_LENGTH = 320;

  private PushedEmail() {}

  /** Absent if invalid; blank text is null. Text that can't be stored is a validation error. */
  public static PatchValue<String> read(JsonInput input, String field) {
    JsonNode value = input.value(field);
    if (value.isMissingNode() || value.isNull()) {
      return input.optionalEmail(field, MAX_LENGTH);
    }
    if (!value.isTextual()) {
      return warnInvalid(input, field, "an e-mail address or null, got " + JsonTypes.name(value));
    }
    String email = value.textValue().strip();
    if (email.isEmpty() || StorableText.findProblem(email).isPresent()) {
      return input.optionalEmail(field, Integer.MAX_VALUE);
    }
    if (StorableText.length(email) > MAX_LENGTH) {
      return warnInvalid(input, field, "an e-mail address of up to " + MAX_LENGTH + " characters");
    }
    return JsonInput.isEmail(email)
        ? PatchValue.of(email)
        : warnInvalid(input, field, "an e-mail address or null");
  }

  private static PatchValue<String> warnInvalid(JsonInput input, String field, String expected) {
    input.addWarning(field, "invalid_email", "is not stored: it must be " + expected);
    return PatchValue.absent();
  }
}
