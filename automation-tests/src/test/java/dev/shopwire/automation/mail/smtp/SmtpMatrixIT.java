package dev.shopwire.automation.mail.smtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.mail.smtp.SmtpFailure.Kind;
import io.vertx.core.Future;
import io.vertx.core.net.KeyCertOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Lets a server do everything wrong at every moment, over STARTTLS and with AUTH. */
class SmtpMatrixIT {
  @TempDir private static Path directory;

  private static SmtpFixture fixture;
  private static KeyCertOptions certificate;

  private ScriptedSmtpServer server;

  @BeforeAll
  static void start() throws Exception {
    fixture = new SmtpFixture(directory);
    certificate = fixture.certificate("localhost");
    fixture.warmUp(certificate);
  }

  @BeforeEach
  void startServer() {
    server = ScriptedSmtpServer.startTls(fixture.vertx(), certificate);
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  /** An action and what a client makes of it, in words for the report. */
  record Fault(String name, Action action, Kind kind, int code) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Fault> FAULTS =
      List.of(
          new Fault("451", Action.reply("451 4.3.0 later"), Kind.REFUSED, 451),
          new Fault("550", Action.reply("550-5.1.1 no\r\n550 5.1.1 never"), Kind.REFUSED, 550),
          new Fault("421", Action.reply("421 4.3.2 closing"), Kind.REFUSED, 421),
          new Fault("drop", Action.DROP, Kind.CLOSED, 0),
          new Fault("hang", Action.HANG, Kind.TIMEOUT, 0),
          new Fault("drip", Action.DRIP, Kind.TIMEOUT, 0),
          new Fault("garbage", Action.GARBAGE, Kind.INVALID_REPLY, 0),
          new Fault("binary", Action.BINARY, Kind.INVALID_REPLY, 0),
          new Fault("endless line", Action.ENDLESS_LINE, Kind.INVALID_REPLY, 0),
          new Fault("100,000 lines", Action.MANY_LINES, Kind.INVALID_REPLY, 0),
          new Fault("two codes", Action.TWO_CODES, Kind.INVALID_REPLY, 0));

  static List<Arguments> matrix() {
    List<Arguments> matrix = new ArrayList<>();
    for (Moment moment : Moment.values()) {
      for (Fault fault : FAULTS) {
        if (moment != Moment.HANDSHAKE && moment != Moment.RSET) {
          matrix.add(Arguments.of(moment, fault));
        }
      }
    }
    return matrix;
  }

  @ParameterizedTest(name = "{1} at {0}")
  @MethodSource("matrix")
  @Execution(ExecutionMode.CONCURRENT)
  void everyFaultIsReportedWithItsStageAndLeavesNothingOpen(Moment moment, Fault fault) {
    server.script(Map.of(moment, fault.action()));
    byte[] message = moment == Moment.MID_BODY ? SmtpFixture.LARGE : SmtpFixture.SMALL;
    SmtpConfig config = SmtpFixture.config(server);
    // A busy machine must not miss the deadlines of what is no time-out.
    Future<Reply> sent =
        fixture.connectAndSend(
            fault.kind() == Kind.TIMEOUT ? config : SmtpFixture.patient(config), message);
    SmtpFailure failure = SmtpFixture.failure(sent);
    assertEquals(moment.stage, failure.stage(), failure.toString());
    assertEquals(fault.kind(), failure.kind(), failure.toString());
    assertEquals(fault.code(), failure.reply().map(Reply::code).orElse(0));
    boolean isUnknown = moment.stage.isAfterFirstByte() && fault.kind() != Kind.REFUSED;
    assertEquals(isUnknown, failure.isOutcomeUnknown());
    assertEquals(List.of(), server.taken());
    SmtpFixture.until(() -> server.openConnections() == 0);
  }

  @ParameterizedTest
  @EnumSource(
      value = Moment.class,
      names = {"MAIL", "RCPT", "DATA", "AFTER_DOT"})
  void aRefusedMailLeavesTheConnectionUsable(Moment moment) {
    SmtpConnection connection = fixture.connect(SmtpFixture.config(server.script(Map.of())));
    server.script(Map.of(moment, Action.reply("550 5.7.1 refused")));
    SmtpFailure failure = SmtpFixture.failure(fixture.send(connection, SmtpFixture.SMALL));
    assertEquals(Optional.of("5.7.1"), failure.reply().flatMap(Reply::enhancedCode));
    assertEquals(moment.stage + ": refused: 550 5.7.1 refused", failure.getMessage());
    server.script(Map.of());
    assertTrue(connection.isOpen());
    fixture.on(connection::reset).await();
    assertEquals(250, fixture.send(connection, SmtpFixture.SMALL).await().code());
    fixture.on(connection::quit).await();
    assertFalse(connection.isOpen());
    SmtpFixture.until(() -> server.openConnections() == 0);
  }

  static List<Fault> deadly() {
    return FAULTS.stream().filter(fault -> fault.kind() != Kind.REFUSED).toList();
  }

  @ParameterizedTest
  @MethodSource("deadly")
  void aDeadConnectionIsFoundBeforeTheNextMail(Fault fault) {
    SmtpConnection connection = fixture.connect(SmtpFixture.config(server.script(Map.of())));
    fixture.send(connection, SmtpFixture.SMALL).await();
    server.script(Map.of(Moment.RSET, fault.action()));
    SmtpFailure failure = SmtpFixture.failure(fixture.on(connection::reset));
    assertEquals(Stage.RESET, failure.stage());
    assertEquals(fault.kind(), failure.kind());
    assertFalse(connection.isOpen());
    SmtpFixture.until(() -> server.openConnections() == 0);
  }

  @Test
  void aMailThatIsTakenIsTheSameBytesAndReportedSo() {
    server.script(Map.of());
    for (byte[] message : List.of(SmtpFixture.SMALL, SmtpFixture.LARGE)) {
      int before = server.taken().size();
      SmtpConfig config = SmtpFixture.patient(SmtpFixture.config(server));
      assertEquals(250, fixture.connectAndSend(config, message).await().code());
      ScriptedSmtpServer.Taken taken = server.taken().get(before);
      assertEquals(new String(message, StandardCharsets.US_ASCII), taken.content());
      assertEquals("MAIL FROM:<b+token@bounces.test> SIZE=" + message.length, taken.from());
      assertEquals("RCPT TO:<me@receiver.test>", taken.to());
    }
  }
}
