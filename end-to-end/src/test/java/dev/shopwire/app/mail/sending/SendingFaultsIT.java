package dev.shopwire.app.mail.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnStores;
import dev.shopwire.automation.messages.NewMail.Cause;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Signals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends mails by two processes to a server that does something wrong at every step now and then,
 * kills the processes in turns, and PostgreSQL too.
 */
@Tag("full")
class SendingFaultsIT {
  private static final int MAILS = RunSize.of("sendingFaults.mails", 500, 10_000);
  private static final int KILLS = RunSize.of("sendingFaults.kills", 2, 20);
  private static final int POSTGRES_KILLS = RunSize.of("sendingFaults.postgresKills", 1, 5);
  private static final Duration PATIENCE = Duration.ofMinutes(RunSize.isLong() ? 30 : 2);
  private static final int SENDERS = 4;
  private static final int CONNECTIONS = 5;

  /** Once in so many steps. */
  private static final int RARITY = 60;

  private static final List<Fault> FAULTS =
      List.of(
          Fault.DROP,
          Fault.TAKE_AND_DROP,
          Fault.reply("421 4.3.2 closing"),
          Fault.reply("450 4.2.1 busy"),
          Fault.reply("451 4.3.0 later"),
          Fault.reply("452 4.2.2 full"),
          Fault.reply("454 4.7.0 no TLS now"),
          Fault.reply("550 5.7.1 policy"),
          Fault.reply("552 5.2.2 full"),
          Fault.reply("554 5.6.0 content"),
          Fault.reply("550-\u0001\u0002 garbage"),
          Fault.reply("ä\u0000x"),
          Fault.drip("451-4.3.0 this\r\n451 4.3.0 takes a while"));

  private final AtomicLong scriptedUnknown = new AtomicLong();
  private OwnStores stores;
  private SmtpSink sink;
  private MailRows mails;

  @BeforeEach
  void start() {
    stores = new OwnStores("sending-faults");
    sink = new SmtpSink();
    sink.delay(5);
    mails = new MailRows(stores.postgres().uri());
  }

  @AfterEach
  void stop() {
    mails.close();
    mails.sql().close();
    sink.close();
    stores.close();
  }

  /** The server is called by one thread. */
  private void makeFaulty() {
    Random random = new Random(7);
    sink.faults(
        (step, recipient) -> {
          if (random.nextInt(RARITY) > 0) {
            return Optional.empty();
          }
          // Few, since each takes seconds.
          Fault fault =
              random.nextInt(40) == 0 ? Fault.HANG : FAULTS.get(random.nextInt(FAULTS.size()));
          if (step == Step.BODY || step == Step.END) {
            scriptedUnknown.incrementAndGet();
          }
          return Optional.of(fault);
        });
  }

  private SendingProcess process() {
    return new SendingProcess(stores.postgres().uri(), sink.port());
  }

  @Test
  void everyMailIsAccountedForAndNoneIsTakenTwice() {
    for (int sender = 0; sender < SENDERS; sender++) {
      int of = sender;
      for (int from = 0; from < MAILS / SENDERS; from += 1_000) {
        int to = Math.min(from + 1_000, MAILS / SENDERS);
        mails.queue(Cause.campaign(of + 1), of, "s" + of + "-", from, to);
      }
    }
    makeFaulty();
    List<SendingProcess> processes = new ArrayList<>(List.of(process(), process()));
    try {
      int steps = KILLS + POSTGRES_KILLS;
      for (int step = 1; step <= steps; step++) {
        awaitTaken(step * MAILS / 2 / (steps + 1));
        if (step % (steps / POSTGRES_KILLS) == 0) {
          Signals.kill(stores.postgres().pid());
          stores.postgres().restart();
        } else {
          SendingProcess killed = processes.remove(0);
          killed.kill();
          killed.close();
          processes.add(process());
        }
      }
      mails.awaitNone(PATIENCE, "queued", "sending", "deferred");
    } finally {
      processes.forEach(SendingProcess::close);
    }
    assertEquals(MAILS, mails.sql().number("select count(*) from mail_messages"));
    assertEquals(mails.states(), mails.counted());
    assertEquals(Set.of(1), Set.copyOf(sink.taken().values()), "taken twice");
    assertEquals(Set.of(), without(recipients("sent"), sink.taken().keySet()), "sent, not taken");
    Set<String> accounted = recipients("sent");
    accounted.addAll(recipients("unknown"));
    assertEquals(
        Set.of(), without(sink.taken().keySet(), accounted), "taken, and not accounted for");
    assertEquals(MAILS, count("sent") + count("unknown") + count("bounced"));
    long mostUnknown = scriptedUnknown.get() + (long) KILLS * SENDERS * CONNECTIONS;
    assertTrue(count("unknown") <= mostUnknown, mails.states() + ", at most " + mostUnknown);
    assertEquals(
        0,
        mails
            .sql()
            .number(
                """
                select count(*) from mail_messages m where state = 'bounced' and not exists (
                  select from mail_attempts a where a.workspace_id = m.workspace_id
                    and a.message_id = m.id and a.code >= 500)
                """));
    System.out.printf(
        "%d mails, %d kills, PostgreSQL killed %d times: %s; %d faults after the first byte%n",
        MAILS, KILLS, POSTGRES_KILLS, mails.states(), scriptedUnknown.get());
  }

  private void awaitTaken(int count) {
    Poll.until(PATIENCE, () -> count + " mails, " + sink.count(), () -> sink.count() >= count);
  }

  private long count(String state) {
    return mails.count(state);
  }

  private Set<String> recipients(String state) {
    String all =
        mails
            .sql()
            .text("select string_agg(recipient, ',') from mail_messages where state = ?", state);
    return new TreeSet<>(all.equals("null") ? List.of() : List.of(all.split(",", -1)));
  }

  private static Set<String> without(Set<String> all, Set<String> others) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(others);
    return rest;
  }
}
