package dev.shopwire.automation.reports;

import dev.shopwire.automation.mail.imap.ImapFailure;
import dev.shopwire.automation.reports.MailboxTable.Lease;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes mailboxes whose time has come, a few at a time, reads them, and decides when they are read
 * again: after the interval, or if they can't be read, after a pause that doubles. Not thread-safe;
 * use from one event loop.
 */
final class MailboxReads {
  private static final Logger LOG = LoggerFactory.getLogger(MailboxReads.class);

  /** Of a process. Each holds a mail of up to 1 MiB. */
  private static final int AT_ONCE = 4;

  private static final String INTERNAL = "an internal error";
  private static final Duration MAX_PAUSE = Duration.ofHours(1);
  private static final int MAX_DOUBLINGS = 12;

  private final Vertx vertx;
  private final MailboxConfig config;
  private final Pool pool;
  private final MailboxOpening opening;
  private final ReportWork work;
  private final Identification identification;
  private final Recording recording;
  private final UUID owner = UUID.randomUUID();
  private final BackgroundTaskLog log = new BackgroundTaskLog(LOG, "Reading of mailboxes");
  private final Map<Long, Future<Void>> reading = new HashMap<>();
  private long timer;
  private boolean isStopped;

  MailboxReads(
      Vertx vertx,
      MailboxConfig config,
      Pool pool,
      MailboxOpening opening,
      ReportWork work,
      Identification identification,
      Recording recording) {
    this.vertx = vertx;
    this.config = config;
    this.pool = pool;
    this.opening = opening;
    this.work = work;
    this.identification = identification;
    this.recording = recording;
  }

  /**
   * @param failing gets the number of mailboxes that could not be read last time, at each poll
   */
  void start(LongConsumer failing) {
    if (!isStopped) {
      timer = vertx.setTimer(config.poll().toMillis(), passed -> poll(failing));
    }
  }

  private void poll(LongConsumer failing) {
    log.watch(
            MailboxTable.register(pool)
                .compose(registered -> acquire())
                .compose(taken -> MailboxTable.failing(pool))
                .onSuccess(failing::accept))
        .onComplete(done -> start(failing));
  }

  private Future<Void> acquire() {
    int free = AT_ONCE - reading.size();
    return free <= 0 || isStopped
        ? Future.succeededFuture()
        : MailboxTable.acquire(pool, owner, config.lease(), free)
            .onSuccess(leases -> leases.forEach(this::begin))
            .mapEmpty();
  }

  private void begin(Lease lease) {
    Future<Void> run =
        read(lease)
            .transform(
                done ->
                    done.succeeded()
                        ? release(lease, done.result() ? Duration.ZERO : config.interval())
                        : failed(lease, done.cause()))
            .onFailure(log::failed);
    reading.put(lease.senderId(), run);
    run.onComplete(done -> reading.remove(lease.senderId(), run));
  }

  /** Whether there may be more to read. */
  private Future<Boolean> read(Lease lease) {
    return opening
        .open(lease)
        .compose(
            open ->
                open.map(each -> read(lease, each)).orElseGet(() -> Future.succeededFuture(false)));
  }

  private Future<Boolean> read(Lease lease, MailboxOpening.Open open) {
    return new MailboxRead(open.mailbox(), work, identification, recording, lease, open.source())
        .run()
        .recover(
            error ->
                error instanceof Failure failure && failure.reason().equals(ReportWork.BUSY)
                    ? Future.succeededFuture(true)
                    : Future.failedFuture(error))
        .onComplete(done -> open.mailbox().close());
  }

  private Future<Void> failed(Lease lease, Throwable error) {
    String problem =
        error instanceof ImapFailure failure
            ? failure.problem()
            : error instanceof Failure failure ? failure.message() : INTERNAL;
    if (problem.equals(INTERNAL)) {
      log.failed(error);
    } else {
      LOG.warn("The mailbox of sender {} can't be read: {}", lease.senderId(), problem);
    }
    Duration doubled =
        config.interval().multipliedBy(1L << Math.min(lease.failures(), MAX_DOUBLINGS));
    Duration pause = doubled.compareTo(MAX_PAUSE) < 0 ? doubled : MAX_PAUSE;
    return MailboxTable.release(pool, lease, owner, pause, Optional.of(problem));
  }

  private Future<Void> release(Lease lease, Duration pause) {
    return MailboxTable.release(pool, lease, owner, pause, Optional.empty());
  }

  /** Takes no more. */
  void stop() {
    isStopped = true;
    vertx.cancelTimer(timer);
  }

  /** Completes when what was being read is released, at the latest when connections are closed. */
  Future<?> ended() {
    return Future.join(List.copyOf(reading.values()));
  }
}
