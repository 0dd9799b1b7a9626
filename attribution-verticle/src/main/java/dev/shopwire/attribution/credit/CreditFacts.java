package dev.shopwire.attribution.credit;

import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.outbox.Topic;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The facts that a decision is based on, read in one statement.
 *
 * @param appSlug the slug of the sighting's app
 * @param decided whether the shop's credit is settled, by a first touch or by an admin
 * @param winner the affiliate that has the credit; empty if there is none or an admin removed it
 * @param winnerCode the winner's credited code; null if an admin assigned the credit
 * @param owner the affiliate that owns the code; empty if there is none
 * @param code as registered by its affiliate
 * @param participates whether the code's affiliate takes part in this app's affiliate program
 * @param flagsSelfReferral whether the workspace credits self-referrals and marks them
 * @param hasReferralSubscribers whether an endpoint subscribes to referrals
 * @param shopEmails the shop's own address and those of its contacts
 */
record CreditFacts(
    String appSlug,
    boolean decided,
    Optional<Party> winner,
    @Nullable String winnerCode,
    Optional<Party> owner,
    @Nullable String code,
    boolean active,
    boolean expired,
    boolean participates,
    @Nullable String ownerEmail,
    boolean excluded,
    boolean flagsSelfReferral,
    boolean hasReferralSubscribers,
    List<String> shopEmails) {

  /** Whether the code belongs to the affiliate that has the credit. */
  boolean isOfWinner() {
    return owner.isPresent() && owner.map(Party::id).equals(winner.map(Party::id));
  }

  /** An affiliate with its current name. */
  record Party(long id, String name) {}

  private static final String READ =
      """
      select app.slug, cr.customer_id is not null as decided,
        w.id as winner_id, w.name as winner_name, cr.code as winner_code,
        a.id as owner_id, a.name as owner_name, a.email as owner_email, a.active, k.code,
        k.expires_at <= clock_timestamp() as expired,
        not exists (select from affiliate_apps l
            where l.workspace_id = a.workspace_id and l.affiliate_id = a.id)
          or exists (select from affiliate_apps l
            where l.workspace_id = a.workspace_id and l.affiliate_id = a.id and l.app_id = $2)
          as takes_part,
        exists (select from excluded_shops x
            where x.workspace_id = $1 and x.app_id = $2 and x.domain = $4) as excluded,
        exists (select from attribution_settings s
            where s.workspace_id = $1 and s.self_referral = 'flag') as flags,
        %s as heard,
        case when a.email is not null then array(
          select e.email from customer_emails e where e.workspace_id = $1 and e.customer_id = $3
        ) end as emails
      from tenancy_apps app
      left join attribution_credits cr
        on cr.workspace_id = $1 and cr.app_id = $2 and cr.customer_id = $3
      left join affiliates w on w.workspace_id = $1 and w.id = cr.affiliate_id
      left join affiliate_codes k on k.workspace_id = $1 and k.normalised = $5
      left join affiliates a on a.workspace_id = $1 and a.id = k.affiliate_id
      where app.id = $2
      """
          .formatted(Outbox.subscribedTopicsSql("$1", "$2", Topic.causedBy(Topic.Change.CREDIT)));

  /**
   * @param customerId the customer of the sighting's shop
   */
  static Future<CreditFacts> read(
      SqlConnection connection, CodeSighting sighting, long customerId) {
    return connection
        .preparedQuery(READ)
        .execute(
            Tuple.of(
                    sighting.shop().workspaceId(),
                    sighting.appId(),
                    customerId,
                    sighting.shop().domain())
                .addString(sighting.code().normalized()))
        .map(rows -> of(rows.iterator().next()));
  }

  private static CreditFacts of(Row row) {
    String[] emails = row.getArrayOfStrings("emails");
    return new CreditFacts(
        row.getString("slug"),
        row.getBoolean("decided"),
        party(row, "winner"),
        row.getString("winner_code"),
        party(row, "owner"),
        row.getString("code"),
        Boolean.TRUE.equals(row.getBoolean("active")),
        Boolean.TRUE.equals(row.getBoolean("expired")),
        row.getBoolean("takes_part"),
        row.getString("owner_email"),
        row.getBoolean("excluded"),
        row.getBoolean("flags"),
        row.getArrayOfStrings("heard").length > 0,
        emails == null ? List.of() : List.of(emails));
  }

  private static Optional<Party> party(Row row, String role) {
    Long id = row.getLong(role + "_id");
    return id == null
        ? Optional.empty()
        : Optional.of(new Party(id, row.getString(role + "_name")));
  }
}
