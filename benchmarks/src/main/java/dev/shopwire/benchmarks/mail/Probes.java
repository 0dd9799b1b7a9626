package dev.shopwire.benchmarks.mail;

import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.messages.MailMessages.Queued;
import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.automation.messages.NewMail;
import dev.shopwire.automation.messages.NewMail.Cause;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Queues single mails as flows do, by the queue's own code, but without its wake-up, which stays in
 * its process. Blocking: not for event loops.
 */
final class Probes implements AutoCloseable {
  private static final long FLOW = 1;

  private final Vertx vertx = Vertx.vertx();
  private final Pool pool;
  private final AtomicLong runs = new AtomicLong();

  Probes(String postgresUri) {
    pool = new Postgres(postgresUri).pool(vertx, 2, SessionSettings.CALLS);
  }

  /**
   * By what a probe is sent.
   *
   * @param kind its name in the figures, of letters
   */
  record Route(String kind, long workspaceId, long customerId, long senderId, long templateId) {}

  /** Queues a mail of a flow. */
  void queue(Route route) {
    Cause cause = Cause.flow(FLOW, runs.incrementAndGet(), "mail");
    String recipient = MailSink.PROBE + route.kind() + "-" + System.nanoTime() + "@probes.example";
    NewMail mail =
        new NewMail(
            cause,
            route.customerId(),
            null,
            MailAddress.parse(recipient),
            route.senderId(),
            route.templateId(),
            1,
            0,
            false);
    // On a busy machine a connection may take longer than is waited for one.
    add(route, cause, mail).recover(timeout -> add(route, cause, mail)).await();
  }

  private Future<List<Queued>> add(Route route, Cause cause, NewMail mail) {
    return pool.withTransaction(
        connection -> MessageQueue.add(connection, route.workspaceId(), cause, List.of(mail)));
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
