package dev.shopwire.automation.sending;

import dev.shopwire.automation.mail.smtp.Reply;
import dev.shopwire.automation.mail.smtp.SmtpFailure;
import dev.shopwire.automation.sending.Courier.NoConnection;
import dev.shopwire.automation.sending.LaneLeases.Lease;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.load.BackgroundPace;
import dev.shopwire.common.load.MemoryBudget;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the mails of one sender while this process holds its lease, over several connections and as
 * fast as the rates allow. Ends by itself when there is nothing to do, or when the server can't be
 * used. Not thread-safe; use from one event loop.
 */
final class Lane {
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
  private static final BackgroundTaskLog STATES = new BackgroundTaskLog(LOG, "Change of a lane");
  private static final long IDLE_NANOS = Duration.ofSeconds(5).toNanos();

  /** Connections lost in a row after which the server counts as one that can't be used. */
  private static final int MAX_LOST = 5;

  /** What lanes of a process share. */
  record Context(
      Vertx vertx,
      Pool pool,
      LaneLeases leases,
      SendingLog log,
      MailSenders senders,
      MailContents contents,
      SendingMetrics metrics,
      SendingConfig config,
      MemoryBudget memory,
      BackgroundPace pace) {}

  private final Context context;
  private final Lease lease;
  private final Commits commits;
  private final Supply supply;
  private final List<Courier> couriers = new ArrayList<>();
  private final Promise<Void> ended = Promise.promise();
  private long validUntilNanos;
  private int failures;
  private int lostInRow;
  private boolean isEnding;
  private boolean isReleasing;
  private boolean hasLeft;
  private boolean isTimerSet;

  Lane(Context context, Lease lease, long validUntilNanos) {
    this.context = context;
    this.lease = lease;
    this.failures = lease.failures();
    this.validUntilNanos = validUntilNanos;
    this.commits =
        new Commits(
            context.vertx(),
            context.log(),
            lease,
            context.leases().owner(),
            context.metrics(),
            this::settled);
    this.supply = new Supply(context, lease.senderId(), commits, this::dispatch);
  }

  Lease lease() {
    return lease;
  }

  /** Completes when nothing of it is in flight and its lease is released. */
  Future<Void> ended() {
    return ended.future();
  }

  /** Begins with what earlier owners have left. */
  void start() {
    STATES
        .watch(context.log().markLost(lease.senderId(), lease.epoch()).compose(lost -> expire()))
        .onComplete(
            done -> {
              if (lease.isPaused()) {
                end();
              } else {
                pump();
              }
            },
            error -> {
              // The lease expires, and its next owner begins with the same.
              isEnding = true;
              ended.tryComplete();
            });
  }

  private Future<Void> expire() {
    return lease.isExpired()
        ? supply.failWaiting("expired", context.config().expireHours())
        : Future.succeededFuture();
  }

  void renewed(long untilNanos) {
    validUntilNanos = untilNanos;
  }

  private boolean isValid() {
    return validUntilNanos - System.nanoTime() > 0;
  }

  /** Does what can be done now; called often. */
  void pump() {
    if (isEnding) {
      endIfIdle();
    } else if (isValid() && !commits.isWaiting()) {
      supply.refill();
      dispatch();
      if (supply.isIdleFor(IDLE_NANOS)) {
        end();
      }
    }
  }

  /** Hands mails to connections that are free. */
  private void dispatch() {
    if (isEnding) {
      endIfIdle();
      return;
    }
    while (!supply.isEmpty() && supply.sender().isPresent() && isValid() && !commits.isWaiting()) {
      long waitNanos = supply.waitNanos();
      Optional<Courier> free = freeCourier();
      if (waitNanos > 0 || free.isEmpty()) {
        if (waitNanos > 0) {
          pumpAfter(waitNanos);
        }
        return;
      }
      send(free.get(), supply.sender().get(), supply.take());
    }
  }

  private void pumpAfter(long nanos) {
    if (!isTimerSet) {
      isTimerSet = true;
      context
          .vertx()
          .setTimer(
              nanos / 1_000_000 + 1,
              passed -> {
                isTimerSet = false;
                pump();
              });
    }
  }

  /** After failures one connection probes the server. */
  private Optional<Courier> freeCourier() {
    int limit = failures > 0 ? 1 : supply.connections();
    if (couriers.stream().filter(Courier::isBusy).count() >= limit) {
      return Optional.empty();
    }
    return couriers.stream()
        .filter(courier -> !courier.isBusy())
        .findFirst()
        .or(
            () -> {
              Courier added = new Courier();
              couriers.add(added);
              return Optional.of(added);
            });
  }

  private void send(Courier courier, MailSender sender, PreparedMail mail) {
    long startNanos = System.nanoTime();
    courier
        .send(sender, mail, () -> mark(mail))
        .onComplete(
            reply -> {
              context.metrics().recordSending(Duration.ofNanos(System.nanoTime() - startNanos));
              tried(mail, Outcome.sent(reply));
            },
            error -> failed(mail, error));
  }

  private Future<Void> mark(PreparedMail mail) {
    if (!isValid() || isEnding) {
      supply.giveBack(mail.mail());
      return Future.failedFuture(new NotSent());
    }
    return commits
        .mark(mail.mail(), mail.subject(), mail.source())
        .compose(
            marked -> {
              if (isValid()) {
                return Future.succeededFuture();
              }
              // Another process may take the lane over before DATA is written.
              commits.add(Result.unmark(mail.mail()));
              return Future.failedFuture(new NotSent());
            });
  }

  private void failed(PreparedMail mail, Throwable error) {
    if (error instanceof SmtpFailure failure) {
      tried(mail, Outcome.of(failure));
      return;
    }
    if (error instanceof NoConnection none) {
      supply.giveBack(mail.mail());
      stop(none.reason());
    } else if (!(error instanceof NotSent)) {
      LOG.error("Mail {} can't be sent", mail.mail().id(), error);
      commits.add(
          Result.refused(
              mail.mail(), new MailContents.Refused("failed", "render_error", Optional.empty())));
    }
    pump();
  }

  private void tried(PreparedMail mail, Outcome outcome) {
    Duration delay =
        outcome.isPutOff()
            ? context.config().retry().pause(mail.mail().tries() + 1)
            : Duration.ZERO;
    commits.add(Result.of(mail.mail(), outcome, delay, mail.subject()));
    if (outcome.reply().isPresent() && !outcome.stopsSender()) {
      worked();
    } else {
      lostInRow++;
      if (outcome.stopsSender() || lostInRow >= MAX_LOST) {
        stop(outcome.reply().map(Reply::toString).orElse("connections are lost"));
      }
    }
    pump();
  }

  private void worked() {
    lostInRow = 0;
    if (failures > 0 && !isEnding) {
      failures = 0;
      LOG.info("Mails of sender {} are sent again", lease.senderId());
      STATES.watch(context.leases().resume(lease));
    }
  }

  /** The server can't be used: nothing is begun until a pause is over. */
  private void stop(String reply) {
    if (isEnding) {
      return;
    }
    isEnding = true;
    failures++;
    Duration pause = context.config().retry().pause(failures);
    LOG.warn(
        "Mails of sender {} wait for {} s, since its server can't be used",
        lease.senderId(),
        pause.toSeconds());
    String text = reply.replace('\0', ' ');
    STATES
        .watch(
            context
                .leases()
                .pause(
                    lease,
                    failures,
                    pause,
                    text.substring(0, Math.min(text.length(), Reply.MAX_TEXT))))
        .onComplete(done -> end());
  }

  private void settled(long id) {
    supply.settled(id);
    if (isEnding) {
      context.vertx().runOnContext(later -> endIfIdle());
    }
  }

  /** The lease is lost: results are recorded still, and nothing is begun. */
  void lost() {
    validUntilNanos = System.nanoTime();
    end();
  }

  /** Begins nothing any more, and releases the lease when nothing is in flight. */
  void end() {
    isEnding = true;
    isReleasing = true;
    supply.close();
    endIfIdle();
  }

  /** Breaks off what is in flight. */
  void close() {
    couriers.forEach(Courier::close);
  }

  private void endIfIdle() {
    boolean isWorking = supply.isWorking() || couriers.stream().anyMatch(Courier::isBusy);
    if (hasLeft || !isReleasing || isWorking) {
      return;
    }
    hasLeft = true;
    List<Courier> leaving = List.copyOf(couriers);
    couriers.clear();
    leaving.forEach(Courier::quit);
    commits
        .idle()
        .compose(stored -> context.leases().release(lease))
        .onComplete(released -> ended.tryComplete());
  }
}
