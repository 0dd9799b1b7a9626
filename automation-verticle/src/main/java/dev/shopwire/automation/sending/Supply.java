package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.Mail;
import dev.shopwire.automation.messages.MailMessages;
import dev.shopwire.common.background.BackgroundTaskLog;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supplies a lane with mails that are ready to be sent: reads which are due, puts off those whose
 * domain has no turn, and has the next ones made. Not thread-safe; use from one event loop.
 */
final class Supply {
  private static final Logger LOG = LoggerFactory.getLogger(Supply.class);
  private static final BackgroundTaskLog READS = new BackgroundTaskLog(LOG, "Reading of due mails");
  private static final BackgroundTaskLog CONTENTS = new BackgroundTaskLog(LOG, "Making of mails");

  /** Mails that are read ahead; fewer if the rate is low, so that later single mails overtake. */
  private static final int MAX_AHEAD = 200;

  private static final int MIN_AHEAD = 10;

  /** More in one portion take fewer statements for each. */
  private static final int MAX_PREPARED = 50;

  private static final int PREPARED_PER_CONNECTION = 5;

  /** Longer waits for a domain are spent in the table. */
  private static final Duration SHORT_WAIT = Duration.ofSeconds(2);

  /** After other senders have used up the memory for mails. */
  private static final long NO_MEMORY_NANOS = Duration.ofMillis(50).toNanos();

  /** While mails of campaigns wait for those before them. */
  private static final long BULK_NANOS = Duration.ofMillis(20).toNanos();

  private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

  private final Lane.Context context;
  private final long senderId;
  private final Commits commits;
  private final Runnable changed;
  private final MailMemory memory;
  private final MailMaking making;
  private final Rates rates = new Rates();
  private final Turns turns = new Turns();
  private final BulkPace bulk;
  private final Deque<PreparedMail> prepared = new ArrayDeque<>();
  private final Set<Long> busy = new HashSet<>();
  private SenderLimits limits = new SenderLimits(0, 0, 1);
  private Optional<MailSender> sender = Optional.empty();
  private long usedNanos = System.nanoTime();
  private long notBeforeNanos = System.nanoTime();
  private boolean lacksMemory;
  private boolean isReading;
  private boolean isPreparing;
  private boolean isClosed;
  private boolean isTimerSet;

  /**
   * @param changed called when there may be something new to do
   */
  Supply(Lane.Context context, long senderId, Commits commits, Runnable changed) {
    this.context = context;
    this.senderId = senderId;
    this.commits = commits;
    this.changed = changed;
    this.memory = new MailMemory(context.memory());
    this.bulk = new BulkPace(context.pace());
    this.making =
        new MailMaking(
            context.vertx(),
            context.contents(),
            commits,
            memory,
            (mails, wait) -> putOff(mails, Collections.nCopies(mails.size(), wait)));
  }

  /** Reads and makes mails, if there are few. */
  void refill() {
    if (isClosed || notBeforeNanos - System.nanoTime() > 0) {
      return;
    }
    if (!isReading && turns.size() * 2 <= ahead()) {
      read();
    }
    if (!isPreparing && prepared.size() < chunk()) {
      prepare();
    }
  }

  private int ahead() {
    int rate = limits.perSecond();
    return rate == 0 ? MAX_AHEAD : Math.min(MAX_AHEAD, Math.max(MIN_AHEAD, rate * 2));
  }

  private void read() {
    isReading = true;
    READS
        .watch(findSender().compose(found -> found ? due() : Future.succeededFuture(List.of())))
        .onComplete(
            mails -> {
              isReading = false;
              add(mails);
            },
            error -> {
              isReading = false;
              pause();
            });
  }

  private Future<Boolean> findSender() {
    if (senderId == Mail.OUTBOX) {
      return Future.succeededFuture(true);
    }
    return Future.succeededFuture(senderId)
        .compose(context.senders()::find)
        .compose(
            found -> {
              sender = found;
              if (found.isEmpty()) {
                return failWaiting("sender_removed", 0).map(false);
              }
              limits = found.get().limits();
              rates.limit(limits, System.nanoTime());
              return Future.succeededFuture(true);
            });
  }

  /** Fails all mails of the sender that wait and are at least so old. */
  Future<Void> failWaiting(String reason, int hours) {
    return MailMessages.failWaiting(context.pool(), senderId, reason, hours)
        .compose(failed -> failed == 0 ? Future.succeededFuture() : failWaiting(reason, hours));
  }

  private Future<List<Mail>> due() {
    return DueMails.read(context.pool(), senderId, busy, ahead());
  }

  private void add(List<Mail> mails) {
    if (!isClosed && !mails.isEmpty()) {
      usedNanos = System.nanoTime();
      turns.add(mails.stream().filter(mail -> busy.add(mail.id())).toList());
      refill();
    } else if (!isClosed && turns.size() > 0 && !isPreparing) {
      prepare();
    }
    changed.run();
  }

  /** Mails that are made at once: no more than will be sent soon. */
  private int chunk() {
    int rate = limits.perSecond() == 0 ? Integer.MAX_VALUE : limits.perSecond();
    return Math.min(Math.min(rate, MAX_PREPARED), PREPARED_PER_CONNECTION * limits.connections());
  }

  private void prepare() {
    lacksMemory = false;
    boolean withBulk = bulk.mayBegin();
    List<Mail> mails = new ArrayList<>();
    Optional<Mail> next = next(mail -> withBulk || !mail.isBulk());
    while (next.isPresent()) {
      mails.add(next.get());
      SizeClass size = making.size(mails.get(0));
      next =
          mails.size() < chunk()
              ? next(mail -> (withBulk || !mail.isBulk()) && making.size(mail) == size)
              : Optional.empty();
    }
    if (!mails.isEmpty()) {
      prepare(mails);
    } else if (lacksMemory) {
      refillAfter(NO_MEMORY_NANOS);
    } else if (!withBulk) {
      refillAfter(Math.max(BULK_NANOS, bulk.restNanos()));
    } else if (turns.size() > 0) {
      putOff();
    }
  }

  /** A mail whose domain's rate allows it, with memory. */
  private Optional<Mail> next(Predicate<Mail> isWanted) {
    Optional<Mail> next =
        turns.next(
            mail ->
                !lacksMemory
                    && isWanted.test(mail)
                    && rates.waitNanos(mail.domain(), System.nanoTime()) == 0
                    && reserve(mail));
    next.ifPresent(mail -> rates.choose(mail.domain(), System.nanoTime()));
    return next;
  }

  private boolean reserve(Mail mail) {
    lacksMemory = !memory.tryReserve(mail.id(), making.size(mail).reservation());
    return !lacksMemory;
  }

  private void prepare(List<Mail> mails) {
    isPreparing = true;
    bulk.begun(mails.stream().filter(Mail::isBulk).map(Mail::id).toList());
    CONTENTS
        .watch(making.make(mails, making.size(mails.get(0))))
        .onComplete(
            ready -> {
              isPreparing = false;
              usedNanos = System.nanoTime();
              addPrepared(ready);
            },
            error -> {
              isPreparing = false;
              mails.forEach(this::giveBack);
              pause();
            });
  }

  private void addPrepared(List<PreparedMail> ready) {
    if (isClosed) {
      ready.forEach(mail -> giveBack(mail.mail()));
    } else if (senderId == Mail.OUTBOX) {
      ready.forEach(
          mail -> commits.add(Result.captured(mail.mail(), mail.subject(), mail.source())));
    } else {
      prepared.addAll(ready);
    }
    refill();
    changed.run();
  }

  /** Lets mails for domains whose rate is used up wait in the table, unless it isn't for long. */
  private void putOff() {
    long now = System.nanoTime();
    List<Mail> mails = new ArrayList<>();
    List<Duration> waits = new ArrayList<>();
    List<Mail> kept = new ArrayList<>();
    Map<String, Integer> keptByDomain = new HashMap<>();
    for (Mail mail : turns.removeAll()) {
      int others = keptByDomain.getOrDefault(mail.domain(), 0);
      if (rates.waitNanos(mail.domain(), others, now) <= SHORT_WAIT.toNanos()) {
        kept.add(mail);
        keptByDomain.put(mail.domain(), others + 1);
      } else {
        mails.add(mail);
        waits.add(Duration.ofNanos(rates.reserve(mail.domain(), others, now)));
      }
    }
    turns.add(kept);
    kept.stream()
        .mapToLong(mail -> rates.waitNanos(mail.domain(), now))
        .min()
        .ifPresent(this::refillAfter);
    putOff(mails, waits);
  }

  private void putOff(List<Mail> mails, List<Duration> waits) {
    if (!mails.isEmpty()) {
      READS
          .watch(MailMessages.putOff(context.pool(), mails, waits))
          .onComplete(done -> mails.forEach(this::giveBack));
    }
  }

  private void refillAfter(long nanos) {
    if (!isTimerSet) {
      isTimerSet = true;
      context
          .vertx()
          .setTimer(
              nanos / 1_000_000 + 1,
              passed -> {
                isTimerSet = false;
                refill();
              });
    }
  }

  private void pause() {
    notBeforeNanos = System.nanoTime() + PAUSE_NANOS;
    changed.run();
  }

  /** The server that the mails are for; empty if it is not known yet, or removed. */
  Optional<MailSender> sender() {
    return sender;
  }

  int connections() {
    return limits.connections();
  }

  /** How long the next mail, which there is, has to wait because of the rates; 0 if it may go. */
  long waitNanos() {
    return rates.goingNanos(prepared.getFirst().mail().domain(), System.nanoTime());
  }

  boolean isEmpty() {
    return prepared.isEmpty();
  }

  /** The next mail, which is sent now. */
  PreparedMail take() {
    PreparedMail mail = prepared.remove();
    rates.go(mail.mail().domain(), System.nanoTime());
    return mail;
  }

  /** Nothing is to be stored of the mail any more: it may be read again. */
  void giveBack(Mail mail) {
    settled(mail.id());
  }

  void settled(long id) {
    usedNanos = System.nanoTime();
    busy.remove(id);
    memory.release(id);
    bulk.ended(id);
  }

  /** Whether nothing was due for so long. */
  boolean isIdleFor(long nanos) {
    return busy.isEmpty() && !isReading && System.nanoTime() - usedNanos > nanos;
  }

  /** Whether a read or the making of mails is in progress. */
  boolean isWorking() {
    return isReading || isPreparing;
  }

  /** Supplies nothing any more. */
  void close() {
    isClosed = true;
    turns.removeAll().forEach(this::giveBack);
    prepared.forEach(mail -> giveBack(mail.mail()));
    prepared.clear();
  }
}
