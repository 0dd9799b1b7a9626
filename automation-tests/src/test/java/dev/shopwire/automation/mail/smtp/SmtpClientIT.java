package dev.shopwire.automation.mail.smtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.mail.smtp.SmtpFailure.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.KeyCertOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What protects the mail and the password, and the contract of the hook before DATA. */
class SmtpClientIT {
  private static final String WITH_PASSWORD = "smtp://user:secret@localhost:PORT";

  @TempDir private static Path directory;

  private static SmtpFixture fixture;
  private static KeyCertOptions certificate;

  @BeforeAll
  static void start() throws Exception {
    fixture = new SmtpFixture(directory);
    certificate = fixture.certificate("localhost");
    fixture.warmUp(certificate);
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  private static ScriptedSmtpServer server() {
    return ScriptedSmtpServer.startTls(fixture.vertx(), certificate);
  }

  private static SmtpFailure failure(ScriptedSmtpServer server, String uri) {
    return SmtpFixture.failure(
        fixture.connectAndSend(SmtpFixture.config(server, uri), SmtpFixture.SMALL));
  }

  private static void assertFailure(Stage stage, Kind kind, SmtpFailure failure) {
    assertEquals(stage + " " + kind, failure.stage() + " " + failure.kind());
  }

  @Test
  void withoutStartTlsNothingIsSentInClear() {
    for (String uri :
        List.of("smtp://localhost:PORT", WITH_PASSWORD, WITH_PASSWORD + "?tls=optional")) {
      try (ScriptedSmtpServer server = server().capabilities("SIZE", "AUTH PLAIN LOGIN")) {
        assertFailure(Stage.STARTTLS, Kind.UNSUPPORTED, failure(server, uri));
        assertEquals(List.of("EHLO client.test"), server.received());
        SmtpFixture.until(() -> server.openConnections() == 0);
      }
    }
  }

  @Test
  void withoutCredentialsTlsMayBeOptional() throws Exception {
    SmtpConfig config;
    try (ScriptedSmtpServer server = server().capabilities()) {
      config = SmtpFixture.config(server, "smtp://localhost:PORT?tls=optional");
      fixture.connectAndSend(config, SmtpFixture.SMALL).await();
      assertTrue(server.receivedInClear().contains("DATA"));
    }
    KeyCertOptions unknown = fixture.selfSigned("other.test");
    try (ScriptedSmtpServer server = ScriptedSmtpServer.startTls(fixture.vertx(), unknown)) {
      config = SmtpFixture.config(server, "smtp://localhost:PORT?tls=optional");
      fixture.connectAndSend(config, SmtpFixture.SMALL).await();
      assertEquals(List.of("EHLO client.test", "STARTTLS"), server.receivedInClear());
    }
    try (ScriptedSmtpServer server = server()) {
      config = SmtpFixture.config(server, "smtp://localhost:PORT?tls=none");
      fixture.connectAndSend(config, SmtpFixture.SMALL).await();
      assertEquals(server.received(), server.receivedInClear());
    }
  }

  @Test
  void otherCertificatesAreRefused() throws Exception {
    for (KeyCertOptions key :
        List.of(
            fixture.certificate("other.test"),
            fixture.selfSigned("localhost"),
            fixture.expiredCertificate("localhost"))) {
      try (ScriptedSmtpServer server = ScriptedSmtpServer.startTls(fixture.vertx(), key)) {
        assertFailure(Stage.TLS, Kind.CERTIFICATE, failure(server, WITH_PASSWORD));
        assertFailure(
            Stage.TLS, Kind.CERTIFICATE, failure(server, WITH_PASSWORD + "?tls=optional"));
        assertFalse(server.received().contains("AUTH"));
      }
      try (ScriptedSmtpServer server = ScriptedSmtpServer.implicitTls(fixture.vertx(), key)) {
        String uri = "smtps://user:secret@localhost:PORT";
        assertFailure(Stage.TLS, Kind.CERTIFICATE, failure(server, uri));
      }
    }
  }

  @Test
  void implicitTlsComesBeforeTheBanner() {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.implicitTls(fixture.vertx(), certificate)) {
      SmtpConfig config = SmtpFixture.config(server, "smtps://user:secret@localhost:PORT");
      fixture.connectAndSend(config, SmtpFixture.SMALL).await();
      assertEquals(1, server.taken().size());
      assertEquals(List.of(), server.receivedInClear());
    }
  }

  @Test
  void aBrokenHandshakeEndsInTime() {
    for (Action action : List.of(Action.HANG, Action.DROP, Action.GARBAGE)) {
      try (ScriptedSmtpServer server = server().script(Map.of(Moment.HANDSHAKE, action))) {
        SmtpFailure failure =
            SmtpFixture.failure(
                fixture.connectAndSend(SmtpFixture.config(server), SmtpFixture.SMALL));
        assertEquals(Stage.TLS, failure.stage());
        assertEquals(action == Action.HANG, failure.kind() == Kind.TIMEOUT, failure.toString());
        SmtpFixture.until(() -> server.openConnections() == 0);
      }
    }
  }

  @Test
  void repliesInjectedBeforeTheHandshakeAreRefused() {
    Action inject = Action.reply("220 go ahead\r\n250 scripted.test");
    try (ScriptedSmtpServer server = server().script(Map.of(Moment.STARTTLS, inject))) {
      assertFailure(Stage.TLS, Kind.INVALID_REPLY, failure(server, WITH_PASSWORD));
    }
  }

  @Test
  void aSecondReplyIsNeverTakenForThatOfTheNextCommand() {
    Action two = Action.reply("250 ok\r\n354 go on");
    try (ScriptedSmtpServer server = server().script(Map.of(Moment.RCPT, two))) {
      assertFailure(Stage.DATA, Kind.INVALID_REPLY, failure(server, WITH_PASSWORD));
      assertFalse(server.received().contains("DATA"));
    }
    Action accepted = Action.reply("250 ok\r\n421 closing");
    try (ScriptedSmtpServer server = server().script(Map.of(Moment.AFTER_DOT, accepted))) {
      SmtpConfig config = SmtpFixture.config(server, WITH_PASSWORD);
      assertEquals(250, fixture.connectAndSend(config, SmtpFixture.SMALL).await().code());
    }
  }

  @Test
  void bothMechanismsAuthenticateAndOthersAreRefused() {
    for (String mechanism :
        List.of("AUTH PLAIN", "AUTH LOGIN", "AUTH=LOGIN", "auth xoauth2 login")) {
      try (ScriptedSmtpServer server = server().secureCapabilities(mechanism)) {
        fixture.connect(SmtpFixture.patient(SmtpFixture.config(server)));
      }
    }
    for (String none : List.of("AUTH CRAM-MD5", "AUTH", "SIZE")) {
      try (ScriptedSmtpServer server = server().secureCapabilities(none)) {
        assertFailure(Stage.AUTH, Kind.UNSUPPORTED, failure(server, WITH_PASSWORD));
      }
    }
  }

  @Test
  void errorsDontRepeatThePassword() {
    String plain = new Credentials("user", "secret").plain();
    String echo = "535 5.7.8 wrong: " + plain + " c2VjcmV0 secret";
    try (ScriptedSmtpServer server = server().script(Map.of(Moment.AUTH, Action.reply(echo)))) {
      SmtpFailure failure = failure(server, WITH_PASSWORD);
      assertEquals("AUTH: refused: 535 5.7.8 wrong: *** *** ***", failure.getMessage());
    }
  }

  @Test
  void aResolvedAddressIsUsedAndTheNameVerified() throws Exception {
    KeyCertOptions named = fixture.certificate("mail.test");
    InetAddress address = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    try (ScriptedSmtpServer server = ScriptedSmtpServer.startTls(fixture.vertx(), named)) {
      SmtpConfig good = SmtpFixture.config(server, "smtp://user:secret@mail.test:PORT");
      fixture.on(() -> fixture.client().connect(good, address)).await();
      SmtpConfig other = SmtpFixture.config(server, "smtp://user:secret@other.test:PORT");
      assertFailure(
          Stage.TLS,
          Kind.CERTIFICATE,
          SmtpFixture.failure(fixture.on(() -> fixture.client().connect(other, address))));
    }
  }

  @Test
  void ipv6LiteralsAreReached() {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.onIpv6(fixture.vertx(), certificate)) {
      SmtpConfig config = SmtpFixture.config(server, "smtp://[::1]:PORT?tls=none");
      assertEquals(250, fixture.connectAndSend(config, SmtpFixture.SMALL).await().code());
    }
  }

  @Test
  void aPortWithoutServerIsUnreachable() throws IOException {
    // Bound, so that no server of another test gets the port, but not listening.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress("localhost", 0));
      SmtpConfig config = SmtpFixture.config(bound.getLocalPort(), WITH_PASSWORD);
      assertFailure(
          Stage.CONNECT,
          Kind.UNREACHABLE,
          SmtpFixture.failure(fixture.connectAndSend(config, SmtpFixture.SMALL)));
    }
  }

  @Test
  void dataIsWrittenOnlyAfterTheHook() {
    try (ScriptedSmtpServer server = server()) {
      SmtpConnection connection = fixture.connect(SmtpFixture.patient(SmtpFixture.config(server)));
      Promise<Void> hook = Promise.promise();
      Future<Reply> sent =
          fixture.on(() -> connection.send(SmtpFixture.ENVELOPE, SmtpFixture.SMALL, hook::future));
      SmtpFixture.until(() -> server.received().stream().anyMatch(l -> l.startsWith("RCPT")));
      assertFalse(server.received().contains("DATA"));
      hook.complete();
      assertEquals(250, sent.await().code());
    }
  }

  @Test
  void aFailedHookSendsNothingAndTheConnectionIsUsable() {
    try (ScriptedSmtpServer server = server()) {
      SmtpConnection connection = fixture.connect(SmtpFixture.patient(SmtpFixture.config(server)));
      Future<Reply> sent =
          fixture.on(
              () ->
                  connection.send(
                      SmtpFixture.ENVELOPE,
                      SmtpFixture.SMALL,
                      () -> Future.failedFuture("not committed")));
      Throwable error = assertThrows(Throwable.class, sent::await);
      assertEquals("not committed", error.getMessage());
      assertFalse(server.received().contains("DATA"));
      fixture.on(connection::reset).await();
      assertEquals(250, fixture.send(connection, SmtpFixture.SMALL).await().code());
    }
  }

  @Test
  void aConnectionLostDuringTheHookIsReportedAfterIt() {
    try (ScriptedSmtpServer server = server().script(Map.of(Moment.RCPT, dropAfter("250 ok")))) {
      SmtpConnection connection = fixture.connect(SmtpFixture.patient(SmtpFixture.config(server)));
      Promise<Void> hook = Promise.promise();
      Future<Reply> sent =
          fixture.on(() -> connection.send(SmtpFixture.ENVELOPE, SmtpFixture.SMALL, hook::future));
      SmtpFixture.until(() -> !connection.isOpen());
      assertFalse(sent.isComplete());
      hook.complete();
      SmtpFailure failure = SmtpFixture.failure(sent);
      assertFailure(Stage.DATA, Kind.CLOSED, failure);
      assertFalse(failure.isOutcomeUnknown());
    }
  }

  private static Action dropAfter(String reply) {
    return (vertx, socket) -> socket.end(Buffer.buffer(reply + "\r\n"));
  }

  @Test
  void theOverallDeadlineStopsAServerThatUsesUpEachStage() {
    Action slow =
        (vertx, socket) -> vertx.setTimer(400, late -> socket.write("250-slow\r\n250 ok\r\n"));
    try (ScriptedSmtpServer server =
        server().script(Map.of(Moment.MAIL, slow, Moment.RCPT, slow))) {
      SmtpConfig slowly =
          new SmtpConfig(
              "localhost",
              server.port(),
              TlsMode.NONE,
              Optional.empty(),
              "client.test",
              SmtpFixture.timeouts(5_000, 600));
      SmtpFailure failure = SmtpFixture.failure(fixture.connectAndSend(slowly, SmtpFixture.SMALL));
      assertFailure(Stage.RCPT, Kind.TIMEOUT, failure);
    }
  }
}
