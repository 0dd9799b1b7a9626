package dev.shopwire.app.mail.sending;

import dev.shopwire.automation.mail.smtp.SmtpClient;
import dev.shopwire.automation.mail.smtp.SmtpConfig;
import dev.shopwire.automation.mail.smtp.SmtpConnection;
import dev.shopwire.automation.mail.smtp.SmtpTimeouts;
import dev.shopwire.automation.sending.MailSender;
import dev.shopwire.automation.sending.MailSenders;
import dev.shopwire.automation.sending.RetrySchedule;
import dev.shopwire.automation.sending.SenderLimits;
import dev.shopwire.automation.sending.SendingConfig;
import dev.shopwire.automation.sending.SendingMetrics;
import dev.shopwire.automation.sending.SendingVerticle;
import dev.shopwire.automation.suppressions.HashKeys;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.secrets.SecretKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Sends mails as a process does, with short pauses and leases. */
final class SendingNode implements AutoCloseable {
  private static final RetrySchedule RETRY =
      new RetrySchedule(List.of(Duration.ofMillis(400), Duration.ofMillis(800)));
  private static final SmtpTimeouts TIMEOUTS =
      new SmtpTimeouts(
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5),
          Duration.ofSeconds(15));

  private static final SecretKeys KEYS = SecretKeys.random();

  private final Vertx vertx = Vertx.vertx();
  private final String deployment;

  /**
   * @param port of the mail server, which every sender but those below 0 uses
   */
  SendingNode(String postgresUri, int port, SenderLimits limits) {
    SmtpClient client = new SmtpClient(vertx, new ClientSSLOptions());
    SmtpConfig server =
        SmtpConfig.parse("smtp://127.0.0.1:" + port + "?tls=none", "client.test", TIMEOUTS);
    MailSenders senders =
        id ->
            Future.succeededFuture(
                id == REMOVED ? Optional.empty() : Optional.of(sender(client, server, limits)));
    SendingConfig config = new SendingConfig(RETRY, 72, 400, 4, 3_000, 500, 50);
    deployment =
        vertx
            .deployVerticle(
                new SendingVerticle(
                    config,
                    new Postgres(postgresUri),
                    (loop, pool) ->
                        new SendingVerticle.Parts(
                            senders,
                            new TestContents(),
                            new HashKeys(KEYS),
                            Future::succeededFuture),
                    new SendingMetrics(new SimpleMeterRegistry())))
            .await();
  }

  /** A sender that doesn't exist any more. */
  static final long REMOVED = 404;

  private static MailSender sender(SmtpClient client, SmtpConfig server, SenderLimits limits) {
    return new MailSender() {
      @Override
      public SenderLimits limits() {
        return limits;
      }

      @Override
      public Future<SmtpConnection> connect() {
        return client.connect(server);
      }
    };
  }

  /** Runs until it is killed. Arguments: the URI of PostgreSQL, the port of the mail server. */
  public static void main(String... arguments) {
    SendingNode node =
        new SendingNode(arguments[0], Integer.parseInt(arguments[1]), new SenderLimits(0, 0, 5));
    System.out.println(node.deployment);
  }

  @Override
  public void close() {
    vertx.undeploy(deployment).await();
    vertx.close().await();
  }
}
