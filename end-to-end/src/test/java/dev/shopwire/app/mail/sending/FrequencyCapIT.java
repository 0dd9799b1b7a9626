package dev.shopwire.app.mail.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.OwnStores;
import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.messages.NewMail;
import dev.shopwire.automation.messages.NewMail.Cause;
import dev.shopwire.automation.sending.SenderLimits;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that an address never gets more mails than its workspace's frequency cap allows. */
@SuppressWarnings("try") // a node works for as long as it is open
class FrequencyCapIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final SenderLimits FAST = new SenderLimits(0, 0, 5);

  private static OwnStores stores;

  private SmtpSink sink;
  private MailRows mails;
  private long runs;

  @BeforeAll
  static void startStores() {
    stores = new OwnStores("frequency-cap");
  }

  @AfterAll
  static void stopStores() {
    stores.close();
  }

  @BeforeEach
  void start() {
    sink = new SmtpSink();
    mails = new MailRows(stores.postgres().uri());
  }

  @AfterEach
  void stop() {
    mails.close();
    sink.close();
  }

  private SendingNode node() {
    return new SendingNode(stores.postgres().uri(), sink.port(), FAST);
  }

  private void cap(int most, String per) {
    mails
        .sql()
        .run(
            """
            insert into automation_settings (workspace_id, cap_messages, cap_per)
            values (%1$d, %2$d, '%3$s')
            on conflict (workspace_id) do update set cap_messages = %2$d, cap_per = '%3$s'
            """
                .formatted(mails.workspace(), most, per));
  }

  private void queue(Cause cause, long senderId, String recipient, boolean transactional) {
    NewMail mail =
        new NewMail(
            cause, null, null, MailAddress.parse(recipient), senderId, 1, 1, 0, transactional);
    mails.add(cause, List.of(mail));
  }

  private void queueOfFlow(long senderId, String recipient) {
    queue(Cause.flow(1, ++runs, "hello"), senderId, recipient, false);
  }

  private void awaitDone() {
    mails.awaitNone(PATIENCE, "queued", "sending", "deferred");
  }

  @Test
  void aHundredFlowsOverEightSendersOfTwoProcessesSendAsManyAsAreAllowed() {
    cap(3, "1h");
    for (int i = 0; i < 100; i++) {
      queueOfFlow(10 + i % 8, "ada@a.test");
    }
    for (int i = 0; i < 40; i++) {
      queueOfFlow(10 + i % 8, "bob" + i + "@a.test");
    }
    try (SendingNode one = node();
        SendingNode two = node()) {
      awaitDone();
    }
    assertEquals("sent 43, suppressed 97", mails.states());
    assertEquals(3, sink.taken().get("ada@a.test"));
    assertEquals(
        "frequency_cap",
        mails
            .sql()
            .text(
                "select distinct reason from mail_messages where workspace_id = ? and state = 'suppressed'",
                mails.workspace()));
    assertEquals(mails.states(), mails.counted());
  }

  @Test
  void whatIsOlderThanTheWindowDoesNotCount() {
    cap(1, "3s");
    try (SendingNode node = node()) {
      queueOfFlow(20, "ada@a.test");
      awaitDone();
      queueOfFlow(20, "ada@a.test");
      awaitDone();
      assertEquals("sent 1, suppressed 1", mails.states());
      Poll.until(
          PATIENCE,
          () -> "the window is over",
          () ->
              mails
                      .sql()
                      .number(
                          "select count(*) from mail_cap_windows where workspace_id = ? and expires_at > now()",
                          mails.workspace())
                  == 0);
      queueOfFlow(20, "ada@a.test");
      awaitDone();
    }
    assertEquals("sent 2, suppressed 1", mails.states());
  }

  @Test
  void aMailThatIsPutOffKeepsItsShare() {
    cap(1, "1h");
    AtomicBoolean isFirst = new AtomicBoolean(true);
    sink.faults(
        (step, recipient) ->
            step == Step.END && isFirst.getAndSet(false)
                ? Optional.of(Fault.reply("451 4.3.0 later"))
                : Optional.empty());
    try (SendingNode node = node()) {
      queueOfFlow(30, "ada@a.test");
      Poll.until(PATIENCE, mails::states, () -> mails.count("deferred") == 1 || !isFirst.get());
      queueOfFlow(31, "ada@a.test");
      awaitDone();
    }
    assertEquals("sent 1, suppressed 1", mails.states());
    assertEquals(
        "sent",
        mails
            .sql()
            .text(
                "select state from mail_messages where workspace_id = ? and sender_id = 30",
                mails.workspace()));
  }

  @Test
  void testsAndTransactionalMailsNeitherCountNorAreCapped() {
    cap(1, "1h");
    try (SendingNode node = node()) {
      for (int i = 0; i < 3; i++) {
        queue(Cause.test(), 40, "ada@a.test", false);
        queue(Cause.campaign(i + 1), 40, "ada@a.test", true);
      }
      awaitDone();
      assertEquals("sent 6", mails.states());
      queue(Cause.campaign(7), 40, "ada@a.test", false);
      queue(Cause.campaign(8), 40, "ada@a.test", false);
      awaitDone();
    }
    assertEquals("sent 7, suppressed 1", mails.states());
  }

  @Test
  void suppressedMailsTakeNoShareAndAChangedCapHoldsForTheNextMail() {
    cap(2, "1h");
    mails
        .sql()
        .run(
            """
            insert into mail_suppressions (workspace_id, email, topic_id, reason)
            values (%d, 'gone@a.test', 9, 'unsubscribed')
            """
                .formatted(mails.workspace()));
    Cause cause = Cause.flow(1, ++runs, "topic");
    try (SendingNode node = node()) {
      mails.add(
          cause,
          List.of(
              new NewMail(
                  cause, null, null, MailAddress.parse("gone@a.test"), 50, 1, 1, 9, false)));
      for (int i = 0; i < 3; i++) {
        queueOfFlow(50, "gone@a.test");
        awaitDone();
      }
      assertEquals("sent 2, suppressed 2", mails.states());
      cap(3, "1h");
      queueOfFlow(50, "gone@a.test");
      awaitDone();
      assertEquals("sent 3, suppressed 2", mails.states());
      cap(1, "1h");
      queueOfFlow(50, "gone@a.test");
      awaitDone();
    }
    assertEquals("sent 3, suppressed 3", mails.states());
  }
}
