package dev.shopwire.attribution.credit;

import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Accesses the table of credits. A first touch writes its credit and its row of the log in one
 * statement. Methods run on the caller's event loop.
 */
public final class Credits {
  // The credit's own primary key decides even if another writer had no lock: then no log row is
  // written, and the transaction fails.
  private static final String INSERT_DECISION =
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
  private static final String CORRECT =
      """
      insert into attribution_credits as c
        (workspace_id, app_id, customer_id, affiliate_id, code, carrier, corrected_at)
      values ($1, $2, $3, $4, null, 'manual', now())
      on conflict (workspace_id, app_id, customer_id) do update
      set affiliate_id = excluded.affiliate_id, code = null, carrier = 'manual',
        corrected_at = now()
      returning corrected_at
      """;
  private static final String LIST =
      """
      select c.id, c.app_id, p.slug, c.customer_id, s.domain, c.affiliate_id, a.name, c.code,
        c.carrier, c.credited_at, c.corrected_at
      from attribution_credits c
      join tenancy_apps p on p.id = c.app_id
      join tenancy_customers s on s.workspace_id = c.workspace_id and s.id = c.customer_id
      left join affiliates a on a.workspace_id = c.workspace_id and a.id = c.affiliate_id
      """;
  private static final String FIND =
      LIST + " where c.workspace_id = $1 and c.app_id = $2 and c.customer_id = $3";
  private static final String LIST_NEWEST =
      LIST + " where c.workspace_id = $1 and c.id < $2 order by c.id desc limit $3";
  private static final String LIST_OF_CUSTOMER =
      LIST + " where c.workspace_id = $1 and c.customer_id = $2 order by c.id";

  private Credits() {}

  /**
   * What was written.
   *
   * @param creditedAt when the credit was given; empty if it was not
   */
  record Written(long logId, Optional<OffsetDateTime> creditedAt) {}

  /**
   * Writes the log row of a decision, with the credit if it gives one. The caller has locked the
   * customer.
   */
  static Future<Written> insertDecision(
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
        .preparedQuery(INSERT_DECISION)
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

  private static @Nullable OffsetDateTime time(Optional<Instant> at) {
    return at.map(instant -> instant.atOffset(ZoneOffset.UTC)).orElse(null);
  }

  /** The credit of an app and a customer; empty if neither a code nor an admin settled it. */
  public static Future<Optional<Listed>> find(
      SqlClient client, long workspaceId, long appId, long customerId) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, appId, customerId))
        .map(rows -> Rows.first(rows, Listed::read));
  }

  /**
   * Gives a credit to an affiliate for an admin, or removes it.
   *
   * @param affiliateId empty to remove it
   * @return the time of the correction
   */
  public static Future<OffsetDateTime> correct(
      SqlConnection connection,
      long workspaceId,
      long appId,
      long customerId,
      Optional<Long> affiliateId) {
    return connection
        .preparedQuery(CORRECT)
        .execute(Tuple.of(workspaceId, appId, customerId).addLong(affiliateId.orElse(null)))
        .map(rows -> rows.iterator().next().getOffsetDateTime("corrected_at"));
  }

  /**
   * A credit with the names that the console shows.
   *
   * @param affiliateId null if an admin removed the credit
   * @param code null if an admin assigned the credit
   */
  public record Listed(
      long id,
      long appId,
      String appSlug,
      long customerId,
      String domain,
      @Nullable Long affiliateId,
      @Nullable String affiliateName,
      @Nullable String code,
      String carrier,
      OffsetDateTime creditedAt,
      @Nullable OffsetDateTime correctedAt) {
    private static Listed read(Row row) {
      return new Listed(
          row.getLong("id"),
          row.getLong("app_id"),
          row.getString("slug"),
          row.getLong("customer_id"),
          row.getString("domain"),
          row.getLong("affiliate_id"),
          row.getString("name"),
          row.getString("code"),
          row.getString("carrier"),
          row.getOffsetDateTime("credited_at"),
          row.getOffsetDateTime("corrected_at"));
    }
  }

  /** Lists a workspace's credits with ids below {@code before}, newest first. */
  public static Future<List<Listed>> listNewest(
      SqlClient client, long workspaceId, long before, int limit) {
    return client
        .preparedQuery(LIST_NEWEST)
        .execute(Tuple.of(workspaceId, before, limit))
        .map(rows -> Rows.list(rows, Listed::read));
  }

  /**
   * All credits of a workspace, as {@link #listNewest} returns them, for an export.
   *
   * @param json maps a credit to its JSON object
   */
  public static ExportSource.Rows all(
      long workspaceId, Function<Listed, Map<String, @Nullable Object>> json) {
    return ExportSource.Rows.of(
        LIST_NEWEST,
        Tuple.of(workspaceId, Long.MAX_VALUE, Integer.MAX_VALUE),
        row -> json.apply(Listed.read(row)));
  }

  /** Lists a customer's credits, oldest first. */
  public static Future<List<Listed>> listOfCustomer(
      SqlClient client, long workspaceId, long customerId) {
    return client
        .preparedQuery(LIST_OF_CUSTOMER)
        .execute(Tuple.of(workspaceId, customerId))
        .map(rows -> Rows.list(rows, Listed::read));
  }
}
