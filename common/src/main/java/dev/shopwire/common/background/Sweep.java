package dev.shopwire.common.background;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks for work at intervals, in the database that all processes share, and does some pieces at
 * once, in turns. A piece that takes long delays no other as long as there is room. Not
 * thread-safe; use from one event loop.
 *
 * @param <T> identifies a piece of work
 */
public final class Sweep<T extends Comparable<T>> {
  private final Vertx vertx;
  private final long pauseMillis;
  private final int atOnce;
  private final Supplier<Future<List<T>>> find;
  private final Function<T, Future<Boolean>> work;
  private final BackgroundTaskLog log;
  private final Set<T> running = new HashSet<>();
  private final List<Promise<Void>> awaitingIdle = new ArrayList<>(0);
  private @Nullable T last;
  private long timer = -1;
  private boolean looking;
  private boolean lookAgain;
  private boolean closed;

  /**
   * @param pause between two searches that find nothing
   * @param atOnce how many pieces are done at once
   * @param find the pieces that there are, also those that are being done
   * @param work does a piece, and returns whether more of it is left to do now
   */
  public Sweep(
      Vertx vertx,
      Duration pause,
      int atOnce,
      Supplier<Future<List<T>>> find,
      Function<T, Future<Boolean>> work,
      BackgroundTaskLog log) {
    this.vertx = vertx;
    this.pauseMillis = pause.toMillis();
    this.atOnce = atOnce;
    this.find = find;
    this.work = work;
    this.log = log;
  }

  /** Looks for work now, and then at intervals. */
  public void look() {
    if (closed) {
      return;
    }
    vertx.cancelTimer(timer);
    if (looking || running.size() >= atOnce) {
      lookAgain = true;
      return;
    }
    looking = true;
    lookAgain = false;
    start(find)
        .onComplete(
            found -> {
              looking = false;
              log.succeeded();
              inTurn(found).forEach(this::run);
              lookLater();
            },
            error -> {
              looking = false;
              log.failed(error);
              lookLater();
            });
  }

  private void lookLater() {
    if (closed) {
      completeIfIdle();
    } else if (lookAgain) {
      look();
    } else {
      timer = vertx.setTimer(pauseMillis, passed -> look());
    }
  }

  /** Those after the last one first, as many as there is room for. */
  private List<T> inTurn(List<T> found) {
    TreeSet<T> sorted = new TreeSet<>(found);
    sorted.removeAll(running);
    List<T> turns = new ArrayList<>(last == null ? sorted : sorted.tailSet(last, false));
    if (last != null) {
      turns.addAll(sorted.headSet(last, true));
    }
    return turns.subList(0, Math.min(turns.size(), Math.max(0, atOnce - running.size())));
  }

  private void run(T piece) {
    if (closed) {
      return;
    }
    running.add(piece);
    last = piece;
    start(() -> work.apply(piece))
        .onComplete(
            more -> {
              log.succeeded();
              end(piece, more);
            },
            error -> {
              log.failed(error);
              end(piece, false);
            });
  }

  private void end(T piece, boolean more) {
    boolean wasFull = running.size() >= atOnce;
    running.remove(piece);
    if (more || wasFull) {
      look();
    }
    completeIfIdle();
  }

  /** An exception counts as a failure. */
  private static <R> Future<R> start(Supplier<Future<R>> task) {
    return Future.<Void>succeededFuture().compose(start -> task.get());
  }

  private void completeIfIdle() {
    if (closed && !looking && running.isEmpty()) {
      awaitingIdle.forEach(Promise::complete);
      awaitingIdle.clear();
    }
  }

  /** Starts nothing more; completes when nothing is in progress. */
  public Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    if (!looking && running.isEmpty()) {
      return Future.succeededFuture();
    }
    Promise<Void> idle = Promise.promise();
    awaitingIdle.add(idle);
    return idle.future();
  }
}
