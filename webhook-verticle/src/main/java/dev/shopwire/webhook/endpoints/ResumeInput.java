package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.json.JsonInput;

/**
 * What is to become of that which waited.
 *
 * @param skip it is given up, or else sent
 */
record ResumeInput(boolean skip) {
  private static final int WORD_LENGTH = 10;

  /**
   * @throws dev.shopwire.common.failure.Failure 400, or 422 with every fault
   */
  static ResumeInput of(String body) {
    JsonInput input = JsonInput.strict(body);
    String pending = input.text("pending", WORD_LENGTH, "send|skip", "send or skip");
    input.check();
    return new ResumeInput(pending.equals("skip"));
  }
}
