package dev.shopwire.automation.reports;

import dev.shopwire.automation.reports.ReportOutcome.Reason;
import dev.shopwire.automation.reports.ReportTable.Report;
import dev.shopwire.automation.reports.ReportTable.ReportedMail;
import dev.shopwire.automation.reports.parsing.RecipientStatus;
import java.util.List;
import java.util.Optional;

/**
 * Whether a report counts.
 *
 * @param report that counts
 * @param ignored present if it doesn't
 */
record Verdict(Optional<Report> report, Optional<ReportOutcome> ignored) {
  static Verdict ignored(ReportOutcome outcome) {
    return new Verdict(Optional.empty(), Optional.of(outcome));
  }

  private static Verdict ignored(Reason reason) {
    return ignored(ReportOutcome.ignored(reason));
  }

  private static Verdict counts(ReportedMail mail, Claim claim, Optional<RecipientStatus> status) {
    return new Verdict(Optional.of(new Report(mail, claim.kind(), status)), Optional.empty());
  }

  /**
   * @param mail the mail that the claim is about; empty if the workspace has none
   * @param senderId the sender for which it arrived
   */
  static Verdict of(Claim claim, Optional<ReportedMail> mail, long senderId) {
    if (mail.isEmpty() || (!claim.isProven() && mail.get().senderId() != senderId)) {
      return ignored(Reason.UNKNOWN_MESSAGE);
    }
    return claim.kind() == Claim.Kind.COMPLAINT
        ? complaint(claim, mail.get())
        : bounce(claim, mail.get());
  }

  /** Providers often remove the address. */
  private static Verdict complaint(Claim claim, ReportedMail mail) {
    boolean isOther =
        !claim.isProven()
            && !claim.complainants().isEmpty()
            && !claim.complainants().contains(mail.email());
    return isOther ? ignored(Reason.OTHER_RECIPIENT) : counts(mail, claim, Optional.empty());
  }

  /**
   * A mail may have been forwarded, so the report of one that is proven may be about other
   * addresses; if there are several, it failed if it failed for all of them.
   */
  private static Verdict bounce(Claim claim, ReportedMail mail) {
    List<RecipientStatus> own =
        claim.statuses().stream().filter(status -> isAbout(status, mail.email())).toList();
    if (own.isEmpty() && !claim.isProven()) {
      return ignored(Reason.OTHER_RECIPIENT);
    }
    List<RecipientStatus> relevant = own.isEmpty() ? claim.statuses() : own;
    if (!relevant.stream().allMatch(RecipientStatus::isFailed)) {
      return ignored(Reason.NOT_FAILED);
    }
    RecipientStatus first = relevant.get(0);
    return counts(mail, claim, Optional.of(own.isEmpty() ? first.ofOtherAddress() : first));
  }

  /** A relay may name only the mail. */
  private static boolean isAbout(RecipientStatus status, String email) {
    return status.recipients().isEmpty() || status.recipients().contains(email);
  }
}
