package dev.shopwire.automation.suppressions;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** The table of topics. Methods run on the caller's event loop; {@link #check} precedes writes. */
final class MailTopicTable {
  static final int MAX_TOPICS = 100;

  static final String ALL =
      "select id, name, created_at from mail_topics where workspace_id = $1 order by id desc";

  private static final String PAGE =
      """
      select id, name, created_at from mail_topics
      where workspace_id = $1 and id < $2 order by id desc limit $3
      """;
  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('mail_topics', $1))";
  private static final String OTHERS =
      """
      select count(*) as topics, count(*) filter (where name = $2) as same_name
      from mail_topics where workspace_id = $1 and id <> $3
      """;
  private static final String FIND =
      "select id, name, created_at from mail_topics where workspace_id = $1 and id = $2";
  private static final String HOLD =
      "select id, name, created_at from mail_topics where workspace_id = $1 and id = $2 for share";
  private static final String INSERT =
      """
      insert into mail_topics (workspace_id, name) values ($1, $2)
      returning id, name, created_at
      """;
  private static final String UPDATE =
      """
      update mail_topics set name = $3 where workspace_id = $1 and id = $2
      returning id, name, created_at
      """;
  private static final String DELETE =
      "delete from mail_topics where workspace_id = $1 and id = $2";

  private MailTopicTable() {}

  /** Newest first, below the id {@code before}. */
  static Future<List<MailTopic>> page(SqlClient client, long workspaceId, long before, int take) {
    return client
        .preparedQuery(PAGE)
        .execute(Tuple.of(workspaceId, before, (long) take))
        .map(rows -> Rows.list(rows, MailTopic::read));
  }

  /** Fails with 404 if the workspace has no such topic. */
  static Future<MailTopic> require(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, MailTopic::read))
        .map(found -> found.orElseThrow(() -> Failure.notFound("mail topic")));
  }

  /** Keeps a topic from being deleted until the transaction ends; empty if there is none. */
  static Future<Optional<MailTopic>> hold(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(HOLD)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, MailTopic::read));
  }

  /**
   * Makes other writes of the workspace's topics wait for the end of the transaction. Fails with
   * 409 if another topic has the name, and with 422 if there would be too many.
   *
   * @param id the topic that gets the name; 0 if it is new
   */
  static Future<Void> check(SqlClient client, long workspaceId, long id, String name) {
    return client
        .preparedQuery(LOCK)
        .execute(Tuple.of(workspaceId))
        .compose(locked -> client.preparedQuery(OTHERS).execute(Tuple.of(workspaceId, name, id)))
        .map(rows -> rows.iterator().next())
        .map(
            others -> {
              if (others.getLong("same_name") > 0) {
                throw Failure.of(
                    Code.CONFLICT,
                    "name_taken",
                    "The workspace already has a topic with this name");
              }
              if (others.getLong("topics") >= MAX_TOPICS) {
                throw Failure.invalid(
                    "", "topic_limit_reached", "A workspace has at most " + MAX_TOPICS + " topics");
              }
              return null;
            });
  }

  static Future<MailTopic> insert(SqlClient client, long workspaceId, String name) {
    return client
        .preparedQuery(INSERT)
        .execute(Tuple.of(workspaceId, name))
        .map(rows -> MailTopic.read(rows.iterator().next()));
  }

  static Future<MailTopic> rename(SqlClient client, long workspaceId, long id, String name) {
    return client
        .preparedQuery(UPDATE)
        .execute(Tuple.of(workspaceId, id, name))
        .map(rows -> MailTopic.read(rows.iterator().next()));
  }

  static Future<Void> delete(SqlClient client, long workspaceId, long id) {
    return client.preparedQuery(DELETE).execute(Tuple.of(workspaceId, id)).mapEmpty();
  }
}
