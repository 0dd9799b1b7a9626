package dev.shopwire.attribution.credit;

import java.util.Optional;

/**
 * The ruling on a sighting.
 *
 * @param refusal empty if the code's owner is credited
 * @param selfReferral whether the affiliate's address is one of the shop's, credited or not
 */
record CreditRules(Optional<RefusalReason> refusal, boolean selfReferral) {

  /** Applies the rules of docs/api/attribution.md, in their order there. */
  static CreditRules of(CreditFacts facts, Optional<String> app) {
    boolean self = isSelfReferral(facts);
    if (app.isPresent() && !app.get().equals(facts.appSlug())) {
      return refuse(RefusalReason.APP_MISMATCH, self);
    }
    if (facts.decided()) {
      return refuse(RefusalReason.ALREADY_ATTRIBUTED, self);
    }
    if (facts.owner().isEmpty() || !facts.participates()) {
      return refuse(RefusalReason.UNKNOWN_CODE, self);
    }
    if (!facts.active()) {
      return refuse(RefusalReason.AFFILIATE_NOT_ACTIVE, self);
    }
    if (facts.expired()) {
      return refuse(RefusalReason.CODE_EXPIRED, self);
    }
    if (self && !facts.flagsSelfReferral()) {
      return refuse(RefusalReason.SELF_REFERRAL, true);
    }
    return facts.excluded()
        ? refuse(RefusalReason.SHOP_EXCLUDED, self)
        : new CreditRules(Optional.empty(), self);
  }

  private static CreditRules refuse(RefusalReason reason, boolean self) {
    return new CreditRules(Optional.of(reason), self);
  }

  private static boolean isSelfReferral(CreditFacts facts) {
    String own = facts.ownerEmail();
    return own != null
        && facts.shopEmails().stream()
            .anyMatch(email -> EmailComparison.areSameMailbox(email, own));
  }

  boolean isCredited() {
    return refusal.isEmpty();
  }
}
