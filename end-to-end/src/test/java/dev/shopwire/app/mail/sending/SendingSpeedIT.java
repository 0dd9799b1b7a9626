package dev.shopwire.app.mail.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnStores;
import dev.shopwire.automation.messages.NewMail.Cause;
import dev.shopwire.automation.sending.SenderLimits;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures how many mails are sent in a second, and how many transactions each takes. */
@SuppressWarnings("try") // a node works for as long as it is open
@Tag("full")
class SendingSpeedIT {
  private static final int BATCHES = Integer.getInteger("shopwire.mail.batches", 10);
  private static final String COMMITS =
      "select xact_commit from pg_stat_database where datname = current_database()";

  @Test
  void aMailTakesHalfAStatementAtMost() {
    try (OwnStores stores = new OwnStores("sending-speed");
        SmtpSink sink = new SmtpSink()) {
      try (MailRows mails = new MailRows(stores.postgres().uri())) {
        for (int batch = 0; batch < BATCHES; batch++) {
          mails.queue(Cause.campaign(1), 0, "ada", batch * 1_000, (batch + 1) * 1_000);
        }
        int all = BATCHES * 1_000;
        int warm = all / 5;
        try (SendingNode node =
            new SendingNode(stores.postgres().uri(), sink.port(), new SenderLimits(0, 0, 10))) {
          Poll.until(Duration.ofMinutes(2), () -> "warm", () -> sink.count() >= warm);
          long from = mails.sql().number(COMMITS);
          int taken = sink.count();
          long start = System.nanoTime();
          Poll.until(Duration.ofMinutes(5), () -> "all", () -> sink.count() >= all);
          double seconds = (System.nanoTime() - start) / 1e9;
          double commits = mails.sql().number(COMMITS) - from;
          int sent = all - taken;
          System.out.printf(
              "%d mails in %.1f s, %.0f a second, %.2f transactions each%n",
              sent, seconds, sent / seconds, commits / sent);
          mails.awaitNone(Duration.ofMinutes(1), "queued", "sending");
          assertEquals("sent " + all, mails.states());
          assertTrue(commits / sent < 0.5, "transactions of a mail: " + commits / sent);
        }
      }
    }
  }
}
