package dev.shopwire.attribution.credit;

import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Decides sightings. One transaction locks the shop's customer, reads the facts, and writes the log
 * row, the credit and its webhook messages: so exactly one of many concurrent codes wins, on any
 * process, and no decision lacks its log row. Methods run on the caller's event loop.
 */
public final class FirstTouch {
  private FirstTouch() {}

  /**
   * Completes when the decision and its log row are durable; does nothing if {@code deadline} has
   * passed.
   */
  static Future<CreditDecision> decide(Pool pool, CodeSighting sighting, RequestDeadline deadline) {
    return Transactions.run(
        pool,
        connection ->
            deadline.isExpired()
                ? Future.failedFuture(Failure.unavailable("The database did not respond in time"))
                : decide(connection, sighting));
  }

  /** Decides within the caller's transaction, which must lock shops in a consistent order. */
  public static Future<CreditDecision> decide(SqlConnection connection, CodeSighting sighting) {
    return Shops.register(connection, List.of(sighting.shop()))
        .map(ids -> ids.values().iterator().next())
        .compose(id -> Shops.lock(connection, id).map(locked -> id))
        .compose(customerId -> decide(connection, sighting, customerId, Optional.empty()));
  }

  /**
   * Decides a customer's sighting within the caller's transaction, which has locked the customer.
   *
   * @param logged the result that is in the log already; the same result is not written again
   */
  public static Future<CreditDecision> decide(
      SqlConnection connection, CodeSighting sighting, long customerId, Optional<String> logged) {
    return CreditFacts.read(connection, sighting, customerId)
        .compose(
            facts -> {
              CreditRules rules = CreditRules.of(facts, sighting.app());
              boolean isLogged =
                  logged.isPresent() && logged.equals(rules.refusal().map(RefusalReason::text));
              return isLogged
                  ? Future.succeededFuture(
                      CreditDecision.of(customerId, facts, rules, Optional.empty(), 0))
                  : Credits.insertDecision(connection, sighting, customerId, facts, rules)
                      .compose(
                          written ->
                              emitReferral(
                                      connection, sighting, customerId, facts, written.creditedAt())
                                  .map(
                                      due ->
                                          CreditDecision.of(
                                              customerId,
                                              facts,
                                              rules,
                                              Optional.of(written.logId()),
                                              due)));
            });
  }

  private static Future<Long> emitReferral(
      SqlConnection connection,
      CodeSighting sighting,
      long customerId,
      CreditFacts facts,
      Optional<OffsetDateTime> creditedAt) {
    if (creditedAt.isEmpty() || !facts.hasReferralSubscribers()) {
      return Future.succeededFuture(0L);
    }
    CreditFacts.Party affiliate = facts.owner().orElseThrow();
    Referral referral =
        new Referral(
            sighting.shop().workspaceId(),
            sighting.appId(),
            customerId,
            sighting.shop().domain(),
            affiliate.id(),
            affiliate.name(),
            facts.code(),
            creditedAt.get(),
            sighting.carrier().apiName());
    return Outbox.emit(connection, List.of(referral.toChange()));
  }
}
