package dev.shopwire.automation.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.mail.smtp.Reply;
import dev.shopwire.automation.mail.smtp.SmtpFailure;
import dev.shopwire.automation.mail.smtp.SmtpFailure.Kind;
import dev.shopwire.automation.mail.smtp.Stage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what failures mean for a mail and its sender. */
class OutcomeTest {
  private static Outcome refused(Stage stage, int code, String text) {
    return Outcome.of(
        new SmtpFailure(stage, Kind.REFUSED, Optional.of(new Reply(code, List.of(text)))));
  }

  @ParameterizedTest
  @CsvSource({
    // Without an enhanced code: the mailbox, but only where mailboxes are named.
    "RCPT, 550, no such user, true",
    "RCPT, 551, elsewhere, true",
    "RCPT, 553, not allowed, true",
    "RCPT, 552, full, false",
    "RCPT, 554, no, false",
    "MAIL, 550, go away, false",
    "DATA, 550, no, false",
    "FINAL_REPLY, 550, spam, false",
    // With one: its class decides, wherever the recipient is known.
    "RCPT, 550, 5.1.1 unknown, true",
    "RCPT, 550, 5.1.10 null MX, true",
    "FINAL_REPLY, 550, 5.1.1 unknown, true",
    "DATA, 554, 5.1.2 bad domain, true",
    "RCPT, 550, 5.2.1 disabled, false",
    "RCPT, 552, 5.2.2 full, false",
    "RCPT, 550, 5.7.1 policy, false",
    "FINAL_REPLY, 550, 5.7.1 spam, false",
    "RCPT, 550, 5.4.1 no route, false",
    "RCPT, 550, 4.1.1 of another class, true",
    // The sender's address, not the recipient's.
    "MAIL, 550, 5.1.8 bad sender, false",
    "RCPT, 550, 5.1.8 bad sender, false",
    "RCPT, 553, 5.1.7 bad sender, false"
  })
  void aRefusalForGoodBouncesAndSuppressesIfItIsTheMailbox(
      Stage stage, int code, String text, boolean suppresses) {
    Outcome outcome = refused(stage, code, text);
    assertEquals("bounced", outcome.state());
    assertEquals(suppresses, outcome.suppresses());
    assertTrue(outcome.counts());
    assertFalse(outcome.stopsSender());
    assertEquals(stage.compareTo(Stage.DATA) >= 0, outcome.wasMarked());
    assertEquals(stage == Stage.MAIL, outcome.reason().equals(Optional.of("sender_refused")));
  }

  @ParameterizedTest
  @EnumSource(
      value = Stage.class,
      names = {"MAIL", "RCPT", "DATA", "FINAL_REPLY"})
  void aRefusalForNowPutsTheMailOff(Stage stage) {
    Outcome outcome = refused(stage, 451, "4.3.0 later");
    assertEquals("deferred", outcome.state());
    assertTrue(outcome.counts());
    assertFalse(outcome.suppresses());
    assertFalse(outcome.stopsSender());
  }

  @ParameterizedTest
  @EnumSource(
      value = Stage.class,
      names = {"MAIL", "RCPT", "DATA", "FINAL_REPLY"})
  void aServerThatClosesStopsTheSenderAndCountsAgainstNoMail(Stage stage) {
    Outcome outcome = refused(stage, 421, "4.3.2 closing");
    assertEquals("queued", outcome.state());
    assertFalse(outcome.counts());
    assertTrue(outcome.stopsSender());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"CLOSED", "TIMEOUT", "INVALID_REPLY"})
  void whatIsLostBeforeTheFirstByteIsQueuedAndAfterItIsUnknown(Kind kind) {
    for (Stage stage : List.of(Stage.MAIL, Stage.RCPT, Stage.DATA)) {
      assertEquals("queued", Outcome.of(lost(stage, kind)).state());
      assertTrue(Outcome.of(lost(stage, kind)).counts());
    }
    for (Stage stage : List.of(Stage.BODY, Stage.FINAL_REPLY)) {
      Outcome outcome = Outcome.of(lost(stage, kind));
      assertEquals("unknown", outcome.state());
      assertTrue(outcome.wasMarked());
      assertFalse(outcome.stopsSender());
    }
  }

  private static SmtpFailure lost(Stage stage, Kind kind) {
    return new SmtpFailure(stage, kind, Optional.empty());
  }

  @Test
  void aMailThatIsTakenIsSent() {
    assertEquals("sent", Outcome.sent(new Reply(250, List.of("ok"))).state());
  }
}
