package dev.shopwire.automation.mail.senders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.mail.message.NamedAddress;
import dev.shopwire.automation.mail.smtp.ScriptedSmtpServer;
import dev.shopwire.automation.mail.smtp.SmtpConfig;
import dev.shopwire.automation.mail.smtp.SmtpConnection;
import dev.shopwire.automation.mail.smtp.SmtpFailure;
import dev.shopwire.automation.mail.smtp.SmtpFailure.Kind;
import dev.shopwire.automation.mail.smtp.SmtpTimeouts;
import dev.shopwire.common.config.Settings;
import dev.shopwire.testing.Certificates;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Tests connections to the servers of senders. */
@TestInstance(Lifecycle.PER_CLASS)
class SenderConnectionsIT {
  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private ClientSSLOptions trust = new ClientSSLOptions();
  private Optional<ScriptedSmtpServer> server = Optional.empty();

  @BeforeAll
  void start(@TempDir Path directory) {
    Certificates certificates = new Certificates(directory);
    certificates.sign("localhost", "dns:localhost");
    trust = certificates.trust();
    server = Optional.of(ScriptedSmtpServer.startTls(vertx, certificates.identity("localhost")));
  }

  @AfterAll
  void stop() {
    vertx.close().await();
  }

  private static Sender sender(long id, String uri) {
    NamedAddress from = NamedAddress.of(MailAddress.parse("hello@acme.example"));
    SmtpTimeouts timeouts = SmtpTimeouts.withFinalReply(Duration.ofSeconds(20));
    SmtpConfig smtp = SmtpConfig.parse(uri, "acme.example", timeouts);
    return new Sender(
        id,
        from,
        Optional.empty(),
        smtp,
        Optional.empty(),
        Optional.empty(),
        1,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Instant.EPOCH);
  }

  private String uri() {
    return "smtp://user:password@localhost:" + server.orElseThrow().port();
  }

  private SmtpConnection open(boolean allowsPrivate, Sender sender) {
    MailConfig config =
        MailConfig.of(
            Settings.load(
                Path.of("none"),
                Map.of("SHOPWIRE_MAIL_ALLOW_PRIVATE", Boolean.toString(allowsPrivate))));
    Promise<SmtpConnection> opened = Promise.promise();
    context.runOnContext(
        run -> new SenderConnections(vertx, config, trust).open(sender).onComplete(opened));
    Future<SmtpConnection> connection = opened.future();
    return connection.await();
  }

  private SmtpFailure failure(boolean allowsPrivate, Sender sender) {
    return assertThrows(SmtpFailure.class, () -> open(allowsPrivate, sender));
  }

  @Test
  void aSenderSignsInWithTheNameInItsCertificate() {
    assertTrue(open(true, sender(1, uri())).isOpen());
    List<String> received = server.orElseThrow().received();
    assertTrue(received.contains("EHLO acme.example"), received::toString);
    assertTrue(received.get(received.size() - 1).startsWith("AUTH PLAIN"), received::toString);
  }

  @Test
  void aNameOfAPrivateAddressIsRefusedWithoutAConnection() {
    int before = server.orElseThrow().received().size();
    SmtpFailure failure = failure(false, sender(1, uri()));
    assertEquals(Kind.FORBIDDEN, failure.kind());
    assertTrue(failure.problem().contains("SHOPWIRE_MAIL_ALLOW_PRIVATE"), failure::problem);
    assertEquals(
        Kind.FORBIDDEN, failure(false, sender(1, uri().replace("localhost", "127.0.0.1"))).kind());
    assertEquals(before, server.orElseThrow().received().size());
  }

  @Test
  void theServerOfTheSettingsIsNotChecked() {
    assertTrue(open(false, sender(Sender.CONFIGURED, uri())).isOpen());
  }

  @Test
  void aNameWithoutAnAddressIsReported() {
    assertEquals(Kind.UNRESOLVED, failure(true, sender(1, "smtp://nowhere.invalid")).kind());
  }
}
