package dev.shopwire.app.console.audit;

import dev.shopwire.testing.Http.Response;

/** Writes at random as one actor, in its way. For one thread. */
interface AuditedWriter {
  /** How a write ended. */
  enum Outcome {
    /** Its response says that it was made. */
    DONE,
    REFUSED,
    /** Whether it was made is unknown: a server error, or no response. */
    UNKNOWN;

    static Outcome of(Response response) {
      return response.status() < 400 ? DONE : response.status() < 500 ? REFUSED : UNKNOWN;
    }
  }

  /** Sends a write. */
  interface Sending {
    /**
     * @param requestId by which the audit log names the write
     */
    Outcome send(String requestId);
  }

  /**
   * A write that is about to be sent.
   *
   * @param actor as {@code type/id}
   * @param action as in the audit log
   * @param mayChangeNothing whether what it writes may be stored already; then it leaves no entry
   */
  record Write(String actor, String action, boolean mayChangeNothing, Sending sending) {}

  Write next();
}
