package dev.shopwire.automation.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.shopwire.automation.reports.parsing.BounceClass;
import dev.shopwire.automation.reports.parsing.OtherMail;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What became of a report.
 *
 * @param outcome {@code bounced}, {@code complained}, {@code repeated}, {@code ignored}, or {@code
 *     later} if it must be sent again
 * @param bounceClass of a bounce that was recorded
 * @param reason why it was ignored
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ReportOutcome(
    String outcome, @JsonProperty("class") @Nullable String bounceClass, @Nullable String reason) {
  static final ReportOutcome COMPLAINED = new ReportOutcome("complained", null, null);
  static final ReportOutcome REPEATED = new ReportOutcome("repeated", null, null);

  /** The mail is being sent at this moment: its state is known soon. */
  static final ReportOutcome LATER = new ReportOutcome("later", null, null);

  /** Why a report of a mail is ignored. */
  enum Reason {
    /** The sender has sent no such mail. */
    UNKNOWN_MESSAGE,
    /** It went to an envelope sender that looks like one of ours and isn't. */
    FORGED,
    /** It names a mail, but arrived where anyone can write, without a token of that mail. */
    UNPROVEN,
    /** It is about another address than that of the mail. */
    OTHER_RECIPIENT,
    /** The mail was not sent, or will be sent again. */
    NOT_SENT,
    /** Nothing has failed: the mail is delayed, or was delivered, relayed or expanded. */
    NOT_FAILED,
    /** It can't be read. */
    UNREADABLE,
    /** It exceeds the limit of a mail. */
    TOO_LARGE
  }

  static ReportOutcome bounced(BounceClass bounceClass) {
    return new ReportOutcome("bounced", bounceClass.id(), null);
  }

  static ReportOutcome ignored(Reason reason) {
    return new ReportOutcome("ignored", null, reason.name().toLowerCase(Locale.ROOT));
  }

  static ReportOutcome ignored(OtherMail mail) {
    return new ReportOutcome("ignored", null, mail.id());
  }

  boolean isIgnored() {
    return reason != null;
  }

  /** For counts: why it was ignored, or the class of a bounce. */
  String detail() {
    return reason != null ? reason : bounceClass != null ? bounceClass : "";
  }
}
