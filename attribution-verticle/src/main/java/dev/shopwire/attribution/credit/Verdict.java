package dev.shopwire.attribution.credit;

import java.util.Optional;

/**
 * What a sighting comes to.
 *
 * @param refusal empty if the code's owner is credited
 * @param selfReferral whether the affiliate's address is one of the shop's, credited or not
 */
record Verdict(Optional<Reason> refusal, boolean selfReferral) {

  /** By the rules of contract §5, in the order of its list. */
  static Verdict of(Facts facts, Optional<String> app) {
    boolean self = isSelfReferral(facts);
    if (app.isPresent() && !app.get().equals(facts.appSlug())) {
      return refuse(Reason.APP_MISMATCH, self);
    }
    if (facts.decided()) {
      return refuse(Reason.ALREADY_ATTRIBUTED, self);
    }
    if (facts.owner().isEmpty() || !facts.takesPart()) {
      return refuse(Reason.UNKNOWN_CODE, self);
    }
    if (!facts.active()) {
      return refuse(Reason.AFFILIATE_NOT_ACTIVE, self);
    }
    if (facts.expired()) {
      return refuse(Reason.CODE_EXPIRED, self);
    }
    if (self && !facts.flagsSelfReferral()) {
      return refuse(Reason.SELF_REFERRAL, true);
    }
    return facts.excluded()
        ? refuse(Reason.SHOP_EXCLUDED, self)
        : new Verdict(Optional.empty(), self);
  }

  private static Verdict refuse(Reason reason, boolean self) {
    return new Verdict(Optional.of(reason), self);
  }

  private static boolean isSelfReferral(Facts facts) {
    String own = facts.ownerEmail();
    return own != null && facts.shopEmails().stream().anyMatch(email -> Emails.areOne(email, own));
  }

  boolean credits() {
    return refusal.isEmpty();
  }
}
