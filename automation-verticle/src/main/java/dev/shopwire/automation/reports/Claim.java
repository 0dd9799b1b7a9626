package dev.shopwire.automation.reports;

import dev.shopwire.automation.reports.parsing.RecipientStatus;
import java.util.List;
import java.util.Optional;

/**
 * What a report says of a mail, before it is compared with that.
 *
 * @param messageIds of the mails that it may be about, the likeliest first
 * @param isProven whether only someone who got the mail, or transported it, can know what names it
 * @param recipient whose newest mail it is about, if it names no mail
 * @param statuses of a bounce
 * @param complainants of a complaint; may be empty
 */
record Claim(
    Kind kind,
    List<Long> messageIds,
    boolean isProven,
    Optional<String> recipient,
    List<RecipientStatus> statuses,
    List<String> complainants) {

  /** The kinds of reports. */
  enum Kind {
    BOUNCE("bounce"),
    COMPLAINT("complaint");

    private final String id;

    Kind(String id) {
      this.id = id;
    }

    String id() {
      return id;
    }
  }

  static Claim bounce(List<Long> messageIds, boolean isProven, List<RecipientStatus> statuses) {
    return new Claim(Kind.BOUNCE, messageIds, isProven, Optional.empty(), statuses, List.of());
  }

  static Claim complaint(List<Long> messageIds, boolean isProven, List<String> complainants) {
    return new Claim(
        Kind.COMPLAINT, messageIds, isProven, Optional.empty(), List.of(), complainants);
  }
}
