package dev.shopwire.app.mail.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.messages.MailCounts;
import dev.shopwire.automation.messages.MailMessages.Queued;
import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.automation.messages.NewMail;
import dev.shopwire.automation.messages.NewMail.Cause;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Queues mails of one workspace, and reads what has become of them. */
final class MailRows implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final Pool pool;
  private final Sql sql;
  private final long workspace;

  MailRows(String postgresUri) {
    pool = new Postgres(postgresUri).pool(vertx, 4, SessionSettings.CALLS);
    sql = new Sql(postgresUri);
    workspace = sql.number("insert into workspaces (name) values ('of mails') returning id");
  }

  long workspace() {
    return workspace;
  }

  Sql sql() {
    return sql;
  }

  /** Queues mails to {@code name}0@a.test, {@code name}1@a.test … */
  List<Queued> queue(Cause cause, long senderId, String name, int from, int to) {
    return add(
        cause,
        IntStream.range(from, to)
            .mapToObj(i -> mail(cause, senderId, name + i + "@a.test"))
            .toList());
  }

  static NewMail mail(Cause cause, long senderId, String recipient) {
    return new NewMail(cause, null, null, MailAddress.parse(recipient), senderId, 1, 1, 0, false);
  }

  List<Queued> add(Cause cause, List<NewMail> mails) {
    return pool.withTransaction(connection -> MessageQueue.add(connection, workspace, cause, mails))
        .await();
  }

  Pool pool() {
    return pool;
  }

  long count(String state) {
    return sql.number(
        "select count(*) from mail_messages where workspace_id = ? and state = ?",
        workspace,
        state);
  }

  /** All states with their numbers of mails. */
  String states() {
    return sql.text(
        """
        select string_agg(state || ' ' || mails, ', ' order by state) from (
          select state, count(*) as mails from mail_messages where workspace_id = ? group by 1) s
        """,
        workspace);
  }

  /** The same as the counters have it, before and after changes are added to the counts. */
  String counted() {
    String counted = text(MailCounts.ofWorkspace(pool, workspace).await());
    MailCounts.fold(pool).await();
    assertEquals(counted, text(MailCounts.ofWorkspace(pool, workspace).await()));
    assertEquals(0, sql.number("select count(*) from mail_count_changes"));
    return counted;
  }

  private static String text(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(count -> count.getKey() + " " + count.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Waits until no mail has one of these states. */
  void awaitNone(Duration time, String... states) {
    Poll.until(
        time,
        () -> "none of " + List.of(states) + " in " + states(),
        () -> List.of(states).stream().allMatch(state -> count(state) == 0));
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
