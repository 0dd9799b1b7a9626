package dev.shopwire.automation.reports.parsing;

import dev.shopwire.automation.mail.smtp.MailboxRefusal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a bounce says about the address. */
public enum BounceClass {
  /** There is no such mailbox: the address gets no more mails. */
  HARD("hard_bounce"),

  /** The mailbox can't take mails at present, or the server could not be reached in time. */
  SOFT("soft_bounce"),

  /** The sender, the content or something else was refused: it says nothing about the address. */
  POLICY("refused");

  /** RFC 3463, and not a part of an IP address. */
  private static final Pattern ENHANCED =
      Pattern.compile("(?<![\\d.])[245]\\.\\d{1,3}\\.\\d{1,3}(?!\\.?\\d)");

  private final String reason;

  BounceClass(String reason) {
    this.reason = reason;
  }

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The reason of a mail that bounced with it. */
  public String reason() {
    return reason;
  }

  /** The first enhanced status code in a text (RFC 3463). */
  public static Optional<String> findCode(String text) {
    Matcher found = ENHANCED.matcher(text);
    return found.find() ? Optional.of(found.group()) : Optional.empty();
  }

  /**
   * The class of an enhanced status code; the rule by which replies of servers suppress addresses,
   * too.
   */
  public static BounceClass of(String code) {
    if (MailboxRefusal.isNoMailbox(code)) {
      return HARD;
    }
    return code.startsWith("4.") || code.startsWith("5.2.") ? SOFT : POLICY;
  }
}
