package dev.shopwire.automation.templates.store;

import dev.shopwire.automation.reads.Turns;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.telemetry.SharedWork;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Checks and renders templates off the event loop. Half of the processors do that, so that the
 * others serve everything else; workspaces take turns, and little waits, since a template may have
 * a megabyte. Not thread-safe; use from one event loop.
 */
public final class TemplateWork {
  private static final int MAX_WAITING = 16;
  private static final Duration MAX_WAIT = Duration.ofSeconds(8);
  private static final Duration LIMIT = Duration.ofSeconds(15);
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final WorkerExecutor executor;
  private final Turns turns;

  public TemplateWork(Vertx vertx) {
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    this.vertx = vertx;
    this.executor = vertx.createSharedWorkerExecutor("mail-templates", threads);
    this.turns =
        new Turns(
            vertx,
            threads,
            MAX_WAIT,
            MAX_WAITING,
            Failure.unavailable(
                "templates_busy", "Too many templates are being checked, try again later", RETRY));
  }

  /**
   * Runs work once it is the workspace's turn. Fails with 503 if too much waits already, or if the
   * work takes too long; it can't be interrupted, so its turn lasts until it ends.
   */
  public <T> Future<T> run(long workspaceId, Callable<T> work) {
    Promise<T> result = SharedWork.promise();
    turns
        .run(workspaceId, () -> limited(work, result))
        .onComplete(result::tryComplete, result::tryFail);
    return result.future();
  }

  private <T> Future<T> limited(Callable<T> work, Promise<T> result) {
    long timer = vertx.setTimer(LIMIT.toMillis(), expired -> result.tryFail(tooSlow()));
    return executor.executeBlocking(work, false).onComplete(done -> vertx.cancelTimer(timer));
  }

  private static Failure tooSlow() {
    return Failure.unavailable(
        "template_too_slow",
        "The template took longer than "
            + LIMIT.toSeconds()
            + " s: this process is busy, or its MJML has very many elements and styles",
        RETRY);
  }

  public Future<Void> close() {
    return executor.close();
  }
}
