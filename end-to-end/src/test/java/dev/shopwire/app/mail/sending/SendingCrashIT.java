package dev.shopwire.app.mail.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnStores;
import dev.shopwire.automation.messages.NewMail.Cause;
import dev.shopwire.automation.sending.SenderLimits;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kills and freezes processes that send mails, and restarts PostgreSQL meanwhile. */
@SuppressWarnings("try") // a node works for as long as it is open
@Tag("full")
class SendingCrashIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int CONNECTIONS = 5;
  private static final int MAILS = 1_000;

  private OwnStores stores;
  private SmtpSink sink;
  private MailRows mails;

  @BeforeEach
  void start() {
    stores = new OwnStores("sending-crash");
    sink = new SmtpSink();
    sink.delay(20);
    mails = new MailRows(stores.postgres().uri());
    mails.queue(Cause.campaign(1), 0, "ada", 0, MAILS);
  }

  @AfterEach
  void stop() {
    mails.close();
    mails.sql().close();
    sink.close();
    stores.close();
  }

  private void assertEachWasTakenOnceAtMost() {
    assertEquals(Set.of(1), Set.copyOf(sink.taken().values()));
    assertEquals(mails.states(), mails.counted());
    assertEquals(MAILS, mails.count("sent") + mails.count("unknown"));
    // What is sent was taken; what is unknown may have been.
    assertTrue(sink.taken().size() >= mails.count("sent"));
  }

  private void awaitTaken(int count) {
    Poll.until(PATIENCE, () -> count + " mails", () -> sink.count() >= count);
  }

  @Test
  void theMailsOfAKilledProcessAreUnknownAndTheOthersAreSentByAnother() {
    try (SendingProcess killed = new SendingProcess(stores.postgres().uri(), sink.port())) {
      awaitTaken(100);
      killed.kill();
      long killedNanos = System.nanoTime();
      try (SendingNode next = node()) {
        Poll.until(PATIENCE, mails::states, () -> mails.count("sending") == 0);
        assertTrue(System.nanoTime() - killedNanos < Duration.ofSeconds(30).toNanos());
        mails.awaitNone(PATIENCE, "queued", "sending");
      }
    }
    long unknown = mails.count("unknown");
    assertTrue(unknown <= CONNECTIONS, "unknown: " + unknown);
    assertEquals(
        unknown,
        mails.sql().number("select count(*) from mail_messages where reason = 'process_lost'"));
    assertEachWasTakenOnceAtMost();
  }

  private SendingNode node() {
    return new SendingNode(
        stores.postgres().uri(), sink.port(), new SenderLimits(0, 0, CONNECTIONS));
  }

  @Test
  void aFrozenProcessSendsNothingAfterAnotherHasItsLane() {
    try (SendingProcess frozen = new SendingProcess(stores.postgres().uri(), sink.port())) {
      awaitTaken(100);
      frozen.freeze();
      int before = sink.count();
      try (SendingNode next = node()) {
        awaitTaken(before + 100);
        frozen.thaw();
        mails.awaitNone(PATIENCE, "queued", "sending");
        // What the frozen one learns when it continues replaces what was supposed.
        awaitTaken(MAILS - CONNECTIONS);
      }
    }
    assertEachWasTakenOnceAtMost();
    assertTrue(mails.count("unknown") <= CONNECTIONS, mails.states());
  }

  @Test
  void aRestartOfPostgresqlLosesNoResult() {
    try (SendingNode node = node()) {
      awaitTaken(100);
      stores.postgres().restart();
      awaitTaken(400);
      stores.postgres().restart();
      mails.awaitNone(PATIENCE, "queued", "sending");
    }
    assertEquals("sent " + MAILS, mails.states());
    assertEachWasTakenOnceAtMost();
    assertEquals(MAILS, sink.count());
  }
}
