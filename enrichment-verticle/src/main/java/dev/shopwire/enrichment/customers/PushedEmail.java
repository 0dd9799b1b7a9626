package dev.shopwire.enrichment.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.Text;

/**
 * The e-mail address of a push. What is none is left out with a warning, as if it had not been
 * sent, so that one typing error does not cost the rest of the push.
 */
public final class PushedEmail {
  private static final String MEMBER = "email";
  private static final int MAX_LENGTH = 320;

  private PushedEmail() {}

  /** Absent if it is none; blank text is null, and what no text can hold stays a fault. */
  public static PatchValue<String> read(JsonInput input) {
    JsonNode value = input.value(MEMBER);
    if (value.isMissingNode() || value.isNull()) {
      return input.optionalEmail(MEMBER, MAX_LENGTH);
    }
    if (!value.isTextual()) {
      return leftOut(input, "an e-mail address or null, got " + JsonTypes.name(value));
    }
    String email = value.textValue().strip();
    if (email.isEmpty() || Text.flaw(email).isPresent()) {
      return input.optionalEmail(MEMBER, Integer.MAX_VALUE);
    }
    if (Text.length(email) > MAX_LENGTH) {
      return leftOut(input, "an e-mail address of up to " + MAX_LENGTH + " characters");
    }
    return JsonInput.isEmail(email)
        ? PatchValue.of(email)
        : leftOut(input, "an e-mail address or null");
  }

  private static PatchValue<String> leftOut(JsonInput input, String expected) {
    input.warn(MEMBER, "invalid_email", "is not stored: it must be " + expected);
    return PatchValue.absent();
  }
}
