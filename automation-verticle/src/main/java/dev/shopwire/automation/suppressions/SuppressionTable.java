package dev.shopwire.automation.suppressions;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** The table of suppressed addresses. Methods run on the caller's event loop. */
final class SuppressionTable {
  /** Those of the workspace $1, and if $2 isn't null, only of these addresses. */
  static final String ALL =
      """
      select id, email, topic_id, reason, message_id, created_at from mail_suppressions
      where workspace_id = $1 and ($2::text[] is null or email = any ($2))
      order by id desc
      """;

  private static final String PAGE =
      """
      select id, email, topic_id, reason, message_id, created_at from mail_suppressions
      where workspace_id = $1 and id < $2 order by id desc limit $3
      """;
  private static final String PAGE_OF_EMAIL =
      """
      select id, email, topic_id, reason, message_id, created_at from mail_suppressions
      where workspace_id = $1 and id < $2 and email = any ($4) order by id desc limit $3
      """;
  private static final String FIND =
      """
      select id, email, topic_id, reason, message_id, created_at from mail_suppressions
      where workspace_id = $1 and id = $2
      """;
  private static final String INSERT =
      """
      insert into mail_suppressions as s (workspace_id, email, topic_id, reason)
      values ($1, $2, $3, $4)
      on conflict (workspace_id, email, topic_id) do update set reason = s.reason
      returning id, email, topic_id, reason, message_id, created_at, xmax = 0 as added
      """;
  private static final String OF_ADDRESS =
      """
      select id, email, topic_id, reason, message_id, created_at from mail_suppressions
      where workspace_id = $1 and email = $2 and topic_id = $3
      """;

  // What is suppressed under both names keeps one of them, by the rule of Suppressions.ON_CONFLICT.
  private static final String REPLACE_WEAKER =
      """
      update mail_suppressions h set reason = s.reason, message_id = s.message_id
      from mail_suppressions s
      where s.workspace_id = $1 and s.email = $2 and s.reason <> 'unsubscribed'
        and h.workspace_id = $1 and h.email = $3 and h.topic_id = s.topic_id
        and h.reason = 'unsubscribed'
      """;
  private static final String DELETE_DUPLICATES =
      """
      delete from mail_suppressions s
      where s.workspace_id = $1 and s.email = $2 and exists (
        select from mail_suppressions h
        where h.workspace_id = $1 and h.email = $3 and h.topic_id = s.topic_id)
      """;
  private static final String REPLACE_EMAIL =
      "update mail_suppressions set email = $3 where workspace_id = $1 and email = $2";
  private static final String DELETE =
      "delete from mail_suppressions where workspace_id = $1 and id = $2";
  private static final String DELETE_OF_TOPIC =
      "delete from mail_suppressions where workspace_id = $1 and topic_id = $2";

  private static final String ADD_SOFT_BOUNCES =
      """
      insert into mail_suppressions (workspace_id, email, topic_id, reason, message_id)
      select $1, s.email, 0, 'soft_bounces', max(s.message_id)
      from unnest($2::text[], $3::bigint[]) as s (email, message_id)
      where (select count(*) from (
          select from mail_reports t
          where t.workspace_id = $1 and t.email = s.email and t.class = 'soft'
            and not t.is_settled and t.reported_at > now() - interval '30 days'
          limit 5) recent) = 5
      group by s.email order by s.email
      """
          + Suppressions.ON_CONFLICT;

  private SuppressionTable() {}

  /** Newest first, below the id {@code before}. */
  static Future<List<Suppression>> page(
      SqlClient client, long workspaceId, Optional<String[]> emails, long before, int take) {
    Tuple parameters = Tuple.of(workspaceId, before, (long) take);
    emails.ifPresent(parameters::addArrayOfString);
    return client
        .preparedQuery(emails.isPresent() ? PAGE_OF_EMAIL : PAGE)
        .execute(parameters)
        .map(rows -> Rows.list(rows, Suppression::read));
  }

  /** Fails with 404 if the workspace has no such suppression. */
  static Future<Suppression> require(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, Suppression::read))
        .map(found -> found.orElseThrow(() -> Failure.notFound("suppression")));
  }

  /**
   * What suppresses an address now.
   *
   * @param isNew whether it was not suppressed before
   */
  record Added(Suppression suppression, boolean isNew) {}

  /** Keeps the suppression that there is, whatever its reason. */
  static Future<Added> add(
      SqlClient client, long workspaceId, String email, long topicId, String reason) {
    return client
        .preparedQuery(INSERT)
        .execute(Tuple.of(workspaceId, email, topicId, reason))
        .map(rows -> rows.iterator().next())
        .map(row -> new Added(Suppression.read(row), row.getBoolean("added")));
  }

  static Future<Optional<Suppression>> find(
      SqlClient client, long workspaceId, String email, long topicId) {
    return client
        .preparedQuery(OF_ADDRESS)
        .execute(Tuple.of(workspaceId, email, topicId))
        .map(rows -> Rows.first(rows, Suppression::read));
  }

  /**
   * Replaces an address by its hash.
   *
   * @return how many rows had the address
   */
  static Future<Integer> erase(SqlClient client, long workspaceId, String email, String hash) {
    Tuple both = Tuple.of(workspaceId, email, hash);
    return client
        .preparedQuery(REPLACE_WEAKER)
        .execute(both)
        .compose(replaced -> client.preparedQuery(DELETE_DUPLICATES).execute(both))
        .compose(
            deleted ->
                client
                    .preparedQuery(REPLACE_EMAIL)
                    .execute(both)
                    .map(replaced -> deleted.rowCount() + replaced.rowCount()));
  }

  /** Of addresses that have had five soft bounces within 30 days. */
  static Future<Void> addSoftBounces(
      SqlClient client, long workspaceId, List<String> emails, List<Long> messageIds) {
    return client
        .preparedQuery(ADD_SOFT_BOUNCES)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfString(emails.toArray(String[]::new))
                .addArrayOfLong(messageIds.toArray(Long[]::new)))
        .mapEmpty();
  }

  static Future<Void> delete(SqlClient client, long workspaceId, long id) {
    return client.preparedQuery(DELETE).execute(Tuple.of(workspaceId, id)).mapEmpty();
  }

  /** Unsubscriptions from a topic that is deleted. */
  static Future<Void> deleteOfTopic(SqlClient client, long workspaceId, long topicId) {
    return client.preparedQuery(DELETE_OF_TOPIC).execute(Tuple.of(workspaceId, topicId)).mapEmpty();
  }
}
