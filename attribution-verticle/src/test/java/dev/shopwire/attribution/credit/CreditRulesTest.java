package dev.shopwire.attribution.credit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.attribution.credit.CreditFacts.Party;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests every combination of facts, so that no two rules can hide each other. */
class CreditRulesTest {
  private static final String SLUG = "the-app";
  private static final Party OWNER = new Party(1, "Jane");

  /** The facts that a decision may be based on. */
  private enum Fact {
    OTHER_APP,
    DECIDED,
    NO_OWNER,
    OTHER_PROGRAM,
    INACTIVE,
    EXPIRED,
    SELF,
    FLAGS,
    EXCLUDED
  }

  private static List<Set<Fact>> everyCombination() {
    List<Set<Fact>> all = new ArrayList<>();
    Fact[] facts = Fact.values();
    for (int bits = 0; bits < 1 << facts.length; bits++) {
      Set<Fact> some = EnumSet.noneOf(Fact.class);
      for (int i = 0; i < facts.length; i++) {
        if ((bits & 1 << i) != 0) {
          some.add(facts[i]);
        }
      }
      // A code without an owner has no affiliate with an address.
      if (!some.containsAll(Set.of(Fact.NO_OWNER, Fact.SELF))) {
        all.add(some);
      }
    }
    return all;
  }

  private static CreditFacts facts(Set<Fact> some) {
    boolean owned = !some.contains(Fact.NO_OWNER);
    return new CreditFacts(
        SLUG,
        some.contains(Fact.DECIDED),
        some.contains(Fact.DECIDED) ? Optional.of(new Party(2, "Winner")) : Optional.empty(),
        null,
        owned ? Optional.of(OWNER) : Optional.empty(),
        owned ? "JANE10" : null,
        owned && !some.contains(Fact.INACTIVE),
        some.contains(Fact.EXPIRED),
        !some.contains(Fact.OTHER_PROGRAM),
        owned ? "jane@agency.example" : null,
        some.contains(Fact.EXCLUDED),
        some.contains(Fact.FLAGS),
        false,
        some.contains(Fact.SELF)
            ? List.of("shop@shop.example", "Jane+shop@agency.example")
            : List.of("shop@shop.example"));
  }

  private static CreditRules ruling(Set<Fact> some) {
    return CreditRules.of(facts(some), Optional.of(some.contains(Fact.OTHER_APP) ? "other" : SLUG));
  }

  /** Every reason that applies, in order of precedence. */
  private static List<RefusalReason> reasons(Set<Fact> some) {
    List<RefusalReason> reasons = new ArrayList<>();
    if (some.contains(Fact.OTHER_APP)) {
      reasons.add(RefusalReason.APP_MISMATCH);
    }
    if (some.contains(Fact.DECIDED)) {
      reasons.add(RefusalReason.ALREADY_ATTRIBUTED);
    }
    if (some.contains(Fact.NO_OWNER) || some.contains(Fact.OTHER_PROGRAM)) {
      reasons.add(RefusalReason.UNKNOWN_CODE);
    }
    if (some.contains(Fact.INACTIVE)) {
      reasons.add(RefusalReason.AFFILIATE_NOT_ACTIVE);
    }
    if (some.contains(Fact.EXPIRED)) {
      reasons.add(RefusalReason.CODE_EXPIRED);
    }
    if (some.contains(Fact.SELF) && !some.contains(Fact.FLAGS)) {
      reasons.add(RefusalReason.SELF_REFERRAL);
    }
    if (some.contains(Fact.EXCLUDED)) {
      reasons.add(RefusalReason.SHOP_EXCLUDED);
    }
    return reasons;
  }

  @Test
  void theFirstReasonThatAppliesIsTheAnswerAndWithoutOneTheOwnerIsCredited() {
    for (Set<Fact> some : everyCombination()) {
      CreditRules ruling = ruling(some);
      List<RefusalReason> reasons = reasons(some);
      assertEquals(reasons.stream().findFirst(), ruling.refusal(), some::toString);
      assertEquals(reasons.isEmpty(), ruling.credits(), some::toString);
    }
  }

  @Test
  void aSelfReferralIsMarkedWhateverElseIsDecided() {
    for (Set<Fact> some : everyCombination()) {
      assertEquals(some.contains(Fact.SELF), ruling(some).selfReferral(), some::toString);
    }
  }

  @Test
  void whereTheAppIsKnownOtherwiseItCannotMismatch() {
    for (Set<Fact> some : everyCombination()) {
      Set<Fact> same = EnumSet.copyOf(some);
      same.remove(Fact.OTHER_APP);
      assertEquals(ruling(same), CreditRules.of(facts(some), Optional.empty()), some::toString);
    }
  }

  @Test
  void aShopWithoutAddressesAndAnAffiliateWithoutOneAreNoSelfReferral() {
    CreditFacts full = facts(EnumSet.of(Fact.SELF));
    assertEquals(
        Optional.of(RefusalReason.SELF_REFERRAL), CreditRules.of(full, Optional.empty()).refusal());
    assertEquals(
        new CreditRules(Optional.empty(), false), without(full, full.ownerEmail(), List.of()));
    assertEquals(new CreditRules(Optional.empty(), false), without(full, null, full.shopEmails()));
  }

  private static CreditRules without(
      CreditFacts full, @Nullable String ownerEmail, List<String> shopEmails) {
    return CreditRules.of(
        new CreditFacts(
            full.appSlug(),
            full.decided(),
            full.winner(),
            full.winnerCode(),
            full.owner(),
            full.code(),
            full.active(),
            full.expired(),
            full.takesPart(),
            ownerEmail,
            full.excluded(),
            full.flagsSelfReferral(),
            full.referralWanted(),
            shopEmails),
        Optional.of(SLUG));
  }

  @Test
  void reasonsHaveTheWordsOfTheContract() {
    assertEquals(
        List.of(
            "already attributed",
            "unknown code",
            "affiliate not active",
            "code expired",
            "self referral",
            "shop excluded",
            "app mismatch"),
        List.of(RefusalReason.values()).stream().map(RefusalReason::text).toList());
  }
}
