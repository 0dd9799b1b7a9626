package dev.shopwire.attribution.credit;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of a sighting.
 *
 * @param holder who has the shop's credit, where the answer says so: by this code, or already
 * @param sameCode whether the code is one of a holder who had the credit already
 * @param logId the row that was written; empty if the log says so already
 * @param due how many deliveries that tell it are due after the commit
 */
public record CreditDecision(
    long customerId,
    Optional<RefusalReason> reason,
    Optional<Holder> holder,
    boolean sameCode,
    Optional<Long> logId,
    long due) {

  /**
   * Who has a credit.
   *
   * @param code as the affiliate registered it; null if an admin gave the credit
   */
  public record Holder(String name, @Nullable String code) {}

  static CreditDecision of(
      long customerId, CreditFacts facts, CreditRuling verdict, Optional<Long> logId, long due) {
    Optional<Holder> holder =
        verdict.credits()
            ? facts.owner().map(owner -> new Holder(owner.name(), facts.code()))
            : facts.winner().map(winner -> new Holder(winner.name(), facts.winnerCode()));
    return new CreditDecision(
        customerId, verdict.refusal(), holder, facts.isOfWinner(), logId, due);
  }

  public boolean credits() {
    return reason.isEmpty();
  }

  /** Why nobody was credited, in the words of the API. */
  public Optional<String> refusal() {
    return reason.map(RefusalReason::words);
  }
}
