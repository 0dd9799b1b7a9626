package dev.shopwire.attribution.credit;

import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides sightings. One transaction locks the shop's customer, reads the facts, and writes the log
 * row, the credit and its webhook messages: so exactly one of many concurrent codes wins, on any
 * process, and no decision lacks its log row. Methods run on the caller's event loop.
 */
public final class FirstTouch {
  // The credit's own primary key decides even if another writer had no lock: then no log row is
  // written, and the transaction fails.
  private static final String WRITE =
      """
      with credit as (
        insert into attribution_credits
          (workspace_id, app_id, customer_id, affiliate_id, code, carrier)
        select $1, $2, $3, $8, $9, $6 where $7::text is null
        on conflict (workspace_id, app_id, customer_id) do nothing
        returning credited_at
      )
      insert into attribution_log (workspace_id, app_id, customer_id, code, normalised, carrier,
        outcome, reason, self_referral, affiliate_id, affiliate_name, winner_id, winner_name,
        occurred_at, source_key, reevaluates)
      select $1, $2, $3, $4, $5, $6, case when $7::text is null then 'attributed' else 'refused' end,
        $7, $10, $8, $11, $12, $13, $14, $15, $16
      where $7::text is not null or exists (select from credit)
      returning id, (select credited_at from credit) as credited_at
      """;

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
                  : write(connection, sighting, customerId, facts, rules)
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

  /**
   * What was written.
   *
   * @param creditedAt when the credit was given; empty if it was not
   */
  private record Written(long logId, Optional<OffsetDateTime> creditedAt) {}

  private static Future<Written> write(
      SqlConnection connection,
      CodeSighting sighting,
      long customerId,
      CreditFacts facts,
      CreditRules rules) {
    Optional<CreditFacts.Party> winner = rules.isCredited() ? facts.owner() : facts.winner();
    Tuple row =
        Tuple.of(
                sighting.shop().workspaceId(), sighting.appId(), customerId, sighting.code().text())
            .addString(sighting.code().normalized())
            .addString(sighting.carrier().apiName())
            .addString(rules.refusal().map(RefusalReason::text).orElse(null))
            .addLong(facts.owner().map(CreditFacts.Party::id).orElse(null))
            .addString(facts.code())
            .addBoolean(rules.selfReferral())
            .addString(facts.owner().map(CreditFacts.Party::name).orElse(null))
            .addLong(winner.map(CreditFacts.Party::id).orElse(null))
            .addString(winner.map(CreditFacts.Party::name).orElse(null))
            .addOffsetDateTime(time(sighting.occurredAt()))
            .addString(sighting.source().event().orElse(null))
            .addLong(sighting.source().logId().orElse(null));
    return connection
        .preparedQuery(WRITE)
        .execute(row)
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw new IllegalStateException("A credit was written without the customer's lock");
              }
              Row written = rows.iterator().next();
              return new Written(
                  written.getLong("id"),
                  Optional.ofNullable(written.getOffsetDateTime("credited_at")));
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

  private static @Nullable OffsetDateTime time(Optional<Instant> at) {
    return at.map(instant -> instant.atOffset(ZoneOffset.UTC)).orElse(null);
  }
}
