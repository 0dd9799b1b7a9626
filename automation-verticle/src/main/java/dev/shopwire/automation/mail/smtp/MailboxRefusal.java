package dev.shopwire.automation.mail.smtp;

import java.util.Set;

/** Decides from the codes of a refusal whether the recipient's mailbox does not exist. */
public final class MailboxRefusal {
  /** Refusals of the mailbox by servers without enhanced codes (RFC 5321, section 4.2.3). */
  private static final Set<Integer> NO_MAILBOX = Set.of(550, 551, 553);

  /** Of class 5.1, but about the sender's address (RFC 3463, section 3.2). */
  private static final Set<String> BAD_SENDER = Set.of("5.1.7", "5.1.8");

  private MailboxRefusal() {}

  /**
   * @param enhancedCode as RFC 3463 has it
   */
  public static boolean isNoMailbox(String enhancedCode) {
    return enhancedCode.startsWith("5.1.") && !BAD_SENDER.contains(enhancedCode);
  }

  /**
   * The same of a reply without an enhanced code.
   *
   * @param replyCode to RCPT
   */
  public static boolean isNoMailbox(int replyCode) {
    return NO_MAILBOX.contains(replyCode);
  }
}
