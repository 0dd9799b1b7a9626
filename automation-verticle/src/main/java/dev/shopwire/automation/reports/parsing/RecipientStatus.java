package dev.shopwire.automation.reports.parsing;

import java.util.List;
import java.util.Optional;

/**
 * What became of a mail for one recipient (RFC 3464, section 2.3).
 *
 * @param recipients the final and the original one, as addresses are compared
 * @param action as RFC 3464 names it, in lower case
 * @param code an enhanced status code, if one is given that says more than 5.0.0
 * @param diagnostic of the server that refused it; may be empty
 */
public record RecipientStatus(
    List<String> recipients,
    String action,
    Optional<String> code,
    BounceClass bounceClass,
    String diagnostic) {
  private static final String FAILED = "failed";

  /** Whether the mail was given up: it was not only delayed. */
  public boolean isFailed() {
    return action.equals(FAILED);
  }

  /** The same for the address from which the mail was forwarded: that one exists. */
  public RecipientStatus ofOtherAddress() {
    return new RecipientStatus(
        recipients,
        action,
        code,
        bounceClass == BounceClass.HARD ? BounceClass.SOFT : bounceClass,
        diagnostic);
  }

  /** Of a relay's event. */
  public static RecipientStatus failed(
      Optional<String> recipient, BounceClass bounceClass, String diagnostic) {
    return new RecipientStatus(
        recipient.map(List::of).orElse(List.of()),
        FAILED,
        BounceClass.findCode(diagnostic),
        bounceClass,
        StatusFields.shown(diagnostic));
  }
}
