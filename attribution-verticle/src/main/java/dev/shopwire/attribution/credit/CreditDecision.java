package dev.shopwire.attribution.credit;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a sighting.
 *
 * @param holder the affiliate that has the shop's credit, by this code or from before; empty if
 *     there is none
 * @param sameCode whether the code belongs to a holder that already had the credit
 * @param logId the row that was written; empty if the log already has this result
 * @param due how many webhook deliveries are due after the commit
 */
public record CreditDecision(
    long customerId,
    Optional<RefusalReason> reason,
    Optional<Holder> holder,
    boolean sameCode,
    Optional<Long> logId,
    long due) {

  /**
   * The affiliate that has a credit.
   *
   * @param code as registered by the affiliate; null if an admin assigned the credit
   */
  public record Holder(String name, @Nullable String code) {}

  static CreditDecision of(
      long customerId, CreditFacts facts, CreditRules rules, Optional<Long> logId, long due) {
    Optional<Holder> holder =
        rules.isCredited()
            ? facts.owner().map(owner -> new Holder(owner.name(), facts.code()))
            : facts.winner().map(winner -> new Holder(winner.name(), facts.winnerCode()));
    return new CreditDecision(customerId, rules.refusal(), holder, facts.isOfWinner(), logId, due);
  }

  public boolean isCredited() {
    return reason.isEmpty();
  }

  /** Why the code was not credited, as the API's text. */
  public Optional<String> refusal() {
    return reason.map(RefusalReason::text);
  }
}
