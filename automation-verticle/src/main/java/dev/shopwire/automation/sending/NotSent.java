package dev.shopwire.automation.sending;

/** A mail is not sent now, and nothing has to be recorded of it by the one who would send it. */
final class NotSent extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotSent() {
    super("not to be sent", null, false, false);
  }
}
