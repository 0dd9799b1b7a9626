package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.json.JsonInput;

/**
 * What to do with the due deliveries of an endpoint that is resumed.
 *
 * @param skip true to skip them, false to send them
 */
record ResumeInput(boolean skip) {
  private static final int MAX_LENGTH = 10;

  /**
   * @throws dev.shopwire.common.failure.Failure 400, or 422 with every validation error
   */
  static ResumeInput of(String body) {
    JsonInput input = JsonInput.strict(body);
    String pending = input.requiredString("pending", MAX_LENGTH, "send|skip", "send or skip");
    input.throwIfInvalid();
    return new ResumeInput(pending.equals("skip"));
  }
}
