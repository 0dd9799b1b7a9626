package dev.shopwire.automation.reports;

import dev.shopwire.automation.mail.imap.ImapClient;
import dev.shopwire.automation.mail.imap.ImapClient.Times;
import dev.shopwire.automation.mail.senders.SenderConnections;
import dev.shopwire.automation.mail.senders.Senders;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.sqlclient.Pool;
import java.util.UUID;

/** Reads the mailboxes of senders in the background. Not thread-safe; use from one event loop. */
public final class Mailboxes {
  private final MailboxConfig config;
  private final ReportMetrics metrics;
  private final ImapClient client;
  private final ReportWork work;
  private final MailboxReads reads;

  /**
   * @param addresses finds and checks those of mailboxes
   */
  public Mailboxes(
      Vertx vertx,
      Pool pool,
      MailboxConfig config,
      Senders senders,
      SenderConnections addresses,
      UUID installation,
      ReportMetrics metrics) {
    this.config = config;
    this.metrics = metrics;
    this.client =
        new ImapClient(vertx, new ClientSSLOptions(), new Times(config.step(), config.session()));
    this.work = new ReportWork(vertx);
    this.reads =
        new MailboxReads(
            vertx,
            config,
            pool,
            new MailboxOpening(pool, senders, addresses, client),
            work,
            new Identification(installation),
            new Recording(pool, metrics));
  }

  public void start() {
    if (!config.interval().isZero()) {
      reads.start(metrics::failingMailboxes);
    }
  }

  /** What is being read is read again, by another process or the next one. */
  public Future<?> close() {
    reads.stop();
    return client.close().eventually(reads::ended).eventually(work::close);
  }
}
