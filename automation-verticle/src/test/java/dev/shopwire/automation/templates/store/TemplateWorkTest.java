package dev.shopwire.automation.templates.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TemplateWorkTest {
  private static final int CALLS = 100;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws TimeoutException {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  @Test
  void whatIsTooMuchIsRefusedAndTheRestIsDone() throws TimeoutException {
    CountDownLatch end = new CountDownLatch(1);
    List<Future<Boolean>> calls = new ArrayList<>();
    Promise<Void> done = Promise.promise();
    vertx.runOnContext(
        go -> {
          TemplateWork work = new TemplateWork(vertx);
          for (int i = 0; i < CALLS; i++) {
            calls.add(work.run(i % 3, () -> end.await(10, TimeUnit.SECONDS)));
          }
          end.countDown();
          Future.join(calls).onComplete(ended -> done.complete());
        });
    done.future().await(10, TimeUnit.SECONDS);
    List<Throwable> refusals =
        calls.stream().filter(Future::failed).map(Future::cause).distinct().toList();
    long succeeded = calls.stream().filter(Future::succeeded).count();
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    assertEquals(Math.min(CALLS, threads + 16), succeeded);
    assertTrue(
        refusals.stream()
            .allMatch(
                refusal ->
                    refusal instanceof Failure failure
                        && failure.reason().equals("templates_busy")
                        && !failure.retryAfter().equals(Optional.empty())));
  }
}
