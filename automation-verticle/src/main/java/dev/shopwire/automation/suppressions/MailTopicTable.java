package dev.shopwire.automation.suppressions;

import dev.shopwire.automation.resources.NamedResources;
import dev.shopwire.automation.resources.NamedResources.Wording;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** The table of topics. Methods run on the caller's event loop; {@link #check} precedes writes. */
final class MailTopicTable {
  static final int MAX_TOPICS = 100;

  static final NamedResources<MailTopic> RESOURCES =
      new NamedResources<>(
          "mail_topics",
          "id, name, created_at",
          new Wording("mailTopics", "topic"),
          MailTopic::read,
          MailTopic::json,
          MailTopic::id);

  private static final String FIND =
      "select id, name, created_at from mail_topics where workspace_id = $1 and id = $2";
  private static final String HOLD =
      "select id, name, created_at from mail_topics where workspace_id = $1 and id = $2 for share";
  private static final String LOCK =
      "select id, name, created_at from mail_topics where workspace_id = $1 and id = $2 for update";
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

  /** Fails with 404 if the workspace has no such topic. */
  static Future<MailTopic> require(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, MailTopic::read))
        .map(found -> found.orElseThrow(() -> Failure.notFound("mail topic")));
  }

  /** Same, and waits for those who {@link #hold} the topic. */
  static Future<MailTopic> lock(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(LOCK)
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
   * Makes other writes of the workspace's topics wait for the end of the transaction, and checks
   * the name as {@link NamedResources#check} does.
   */
  static Future<Void> check(SqlClient client, long workspaceId, long id, String name) {
    return RESOURCES
        .lock(client, workspaceId)
        .compose(locked -> RESOURCES.check(client, workspaceId, id, name, MAX_TOPICS));
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
