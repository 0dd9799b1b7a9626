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

/** Tests all combinations of facts, so that no two rules can hide each other. */
class CreditRulesTest {
  private static final String SLUG = "the-app";
  private static final Party OWNER = new Party(1, "Jane");

  /** The facts on which a decision depends. */
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
      Set<Fact> combination = EnumSet.noneOf(Fact.class);
      for (int i = 0; i < facts.length; i++) {
        if ((bits & 1 << i) != 0) {
          combination.add(facts[i]);
        }
      }
      // A code without an owner has no affiliate with an address.
      if (!combination.containsAll(Set.of(Fact.NO_OWNER, Fact.SELF))) {
        all.add(combination);
      }
    }
    return all;
  }

  private static CreditFacts facts(Set<Fact> combination) {
    boolean owned = !combination.contains(Fact.NO_OWNER);
    return new CreditFacts(
        SLUG,
        combination.contains(Fact.DECIDED),
        combination.contains(Fact.DECIDED) ? Optional.of(new Party(2, "Winner")) : Optional.empty(),
        null,
        owned ? Optional.of(OWNER) : Optional.empty(),
        owned ? "JANE10" : null,
        owned && !combination.contains(Fact.INACTIVE),
        combination.contains(Fact.EXPIRED),
        !combination.contains(Fact.OTHER_PROGRAM),
        owned ? "jane@agency.example" : null,
        combination.contains(Fact.EXCLUDED),
        combination.contains(Fact.FLAGS),
        false,
        combination.contains(Fact.SELF)
            ? List.of("shop@shop.example", "Jane+shop@agency.example")
            : List.of("shop@shop.example"));
  }

  private static CreditRules rulesFor(Set<Fact> combination) {
    return CreditRules.of(
        facts(combination), Optional.of(combination.contains(Fact.OTHER_APP) ? "other" : SLUG));
  }

  /** Every reason that applies, in order of precedence. */
  private static List<RefusalReason> reasons(Set<Fact> combination) {
    List<RefusalReason> reasons = new ArrayList<>();
    if (combination.contains(Fact.OTHER_APP)) {
      reasons.add(RefusalReason.APP_MISMATCH);
    }
    if (combination.contains(Fact.DECIDED)) {
      reasons.add(RefusalReason.ALREADY_ATTRIBUTED);
    }
    if (combination.contains(Fact.NO_OWNER) || combination.contains(Fact.OTHER_PROGRAM)) {
      reasons.add(RefusalReason.UNKNOWN_CODE);
    }
    if (combination.contains(Fact.INACTIVE)) {
      reasons.add(RefusalReason.AFFILIATE_NOT_ACTIVE);
    }
    if (combination.contains(Fact.EXPIRED)) {
      reasons.add(RefusalReason.CODE_EXPIRED);
    }
    if (combination.contains(Fact.SELF) && !combination.contains(Fact.FLAGS)) {
      reasons.add(RefusalReason.SELF_REFERRAL);
    }
    if (combination.contains(Fact.EXCLUDED)) {
      reasons.add(RefusalReason.SHOP_EXCLUDED);
    }
    return reasons;
  }

  @Test
  void theFirstApplicableReasonRefusesAndWithoutOneTheOwnerIsCredited() {
    for (Set<Fact> combination : everyCombination()) {
      CreditRules rules = rulesFor(combination);
      List<RefusalReason> reasons = reasons(combination);
      assertEquals(reasons.stream().findFirst(), rules.refusal(), combination::toString);
      assertEquals(reasons.isEmpty(), rules.isCredited(), combination::toString);
    }
  }

  @Test
  void aSelfReferralIsMarkedWhateverTheDecision() {
    for (Set<Fact> combination : everyCombination()) {
      assertEquals(
          combination.contains(Fact.SELF),
          rulesFor(combination).selfReferral(),
          combination::toString);
    }
  }

  @Test
  void withoutASentAppThereIsNoMismatch() {
    for (Set<Fact> combination : everyCombination()) {
      Set<Fact> same = EnumSet.copyOf(combination);
      same.remove(Fact.OTHER_APP);
      assertEquals(
          rulesFor(same),
          CreditRules.of(facts(combination), Optional.empty()),
          combination::toString);
    }
  }

  @Test
  void withoutAddressesThereIsNoSelfReferral() {
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
            full.participates(),
            ownerEmail,
            full.excluded(),
            full.flagsSelfReferral(),
            full.hasReferralSubscribers(),
            shopEmails),
        Optional.of(SLUG));
  }

  @Test
  void reasonsHaveTheDocumentedTexts() {
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
