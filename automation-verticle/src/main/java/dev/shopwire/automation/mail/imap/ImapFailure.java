package dev.shopwire.automation.mail.imap;

/**
 * Why a mailbox could not be read. The message can be shown to users: it contains nothing that the
 * server has sent. It has no stack trace, because its origin doesn't matter.
 */
public final class ImapFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ImapFailure(String problem) {
    super(problem, null, false, false);
  }

  /** A clause for users. */
  public String problem() {
    return String.valueOf(getMessage());
  }
}
