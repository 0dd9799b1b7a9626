package dev.shopwire.enrichment.search;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * Limits how many lists are read at once, so that slow ones leave connections to pushes. Others
 * wait their turn. Not thread-safe; use from one event loop.
 */
final class ListSlots {
  private static final int MAX_WAITING = 256;
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final int slots;
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private int taken;

  ListSlots(int slots) {
    this.slots = slots;
  }

  <T> Future<T> run(Supplier<Future<T>> work) {
    if (waiting.size() >= MAX_WAITING) {
      return Future.failedFuture(
          Failure.unavailable("lists_busy", "Too many lists are waiting, try again later", RETRY));
    }
    Promise<T> result = Promise.promise();
    waiting.add(
        () ->
            Future.<Void>succeededFuture()
                .compose(go -> work.get())
                .onComplete(
                    done -> {
                      taken--;
                      result.handle(done);
                      startNext();
                    }));
    startNext();
    return result.future();
  }

  private void startNext() {
    while (taken < slots && !waiting.isEmpty()) {
      taken++;
      waiting.remove().run();
    }
  }
}
