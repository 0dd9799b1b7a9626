package dev.shopwire.automation.suppressions;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What others ask of suppressed addresses, and how they add some. */
public final class Suppressions {
  /**
   * Why the mail {@code m} must not be sent; null if it may. The mail has the columns workspace_id,
   * email_key, topic_id and transactional.
   */
  public static final String REASON = reason("m.email_key");

  /**
   * What an insert of what has bounced, or was complained about, does with an address that is
   * suppressed already: an unsubscription gives way, since it stops no transactional mails.
   */
  public static final String ON_CONFLICT =
      """
      on conflict (workspace_id, email, topic_id) do update
        set reason = excluded.reason, message_id = excluded.message_id
        where mail_suppressions.reason = 'unsubscribed'
      """;

  private static final String REASONS =
      """
      select email_key, reason from (
        select m.email_key, %s as reason
        from (
          select $1::bigint as workspace_id, key.*, $3::bigint as topic_id,
            $4::boolean as transactional
          from unnest($2::text[], $5::text[]) as key (email_key, email_hash)) m) r
      where reason is not null
      """
          .formatted(reason("m.email_key", "m.email_hash"));

  private Suppressions() {}

  /**
   * Same as {@link #REASON} for a mail whose address is suppressed under one of several names.
   *
   * @param emails SQL: the address as addresses are compared, and its {@link AddressHashes hash}
   */
  public static String reason(String... emails) {
    return """
      (select s.reason from mail_suppressions s
        where s.workspace_id = m.workspace_id and s.email in (%s)
          and s.topic_id in (0, m.topic_id)
          and not (m.transactional and s.reason = 'unsubscribed')
        order by s.topic_id limit 1)
      """
        .formatted(String.join(", ", emails));
  }

  /**
   * Why addresses would get no mail. Runs on the caller's event loop.
   *
   * @param topicId of the mail; 0 for none
   * @param emailKeys addresses as they are compared
   * @param hashes what erased addresses are suppressed under
   * @return the reasons of those that would get none
   */
  public static Future<Map<String, String>> reasons(
      SqlClient client,
      long workspaceId,
      long topicId,
      boolean transactional,
      Collection<String> emailKeys,
      Optional<AddressHashes> hashes) {
    return client
        .preparedQuery(REASONS)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfString(emailKeys.toArray(String[]::new))
                .addLong(topicId)
                .addBoolean(transactional)
                .addArrayOfString(
                    emailKeys.stream()
                        .map(
                            email ->
                                hashes.map(found -> found.of(workspaceId, email)).orElse(email))
                        .toArray(String[]::new)))
        .map(
            rows -> {
              Map<String, String> reasons = new HashMap<>();
              rows.forEach(row -> reasons.put(row.getString("email_key"), row.getString("reason")));
              return reasons;
            });
  }

  /**
   * Replaces an address by its hash, which suppresses what the address did.
   *
   * @return how many suppressions had the address
   */
  public static Future<Integer> erase(
      SqlClient client, long workspaceId, String email, String hash) {
    return SuppressionTable.erase(client, workspaceId, email, hash);
  }

  /**
   * Suppresses those of these addresses that have had five soft bounces within 30 days.
   *
   * @param messageIds the mails that bounced last, for each address
   */
  public static Future<Void> addSoftBounces(
      SqlClient client, long workspaceId, List<String> emails, List<Long> messageIds) {
    return SuppressionTable.addSoftBounces(client, workspaceId, emails, messageIds);
  }
}
