package dev.shopwire.automation.reports.parsing;

import java.util.List;

/** What a mail is, if anything that says what became of another mail. */
public sealed interface ParsedReport {
  /** A delivery status notification (RFC 3464). */
  record Delivery(Evidence evidence, List<RecipientStatus> statuses) implements ParsedReport {}

  /**
   * A complaint (RFC 5965).
   *
   * @param recipients who complained, as addresses are compared; may be empty
   */
  record Complaint(Evidence evidence, List<String> recipients) implements ParsedReport {}

  /** Anything else. */
  record Other(OtherMail kind) implements ParsedReport {}
}
