package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.app.Deployments.Stage;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.net.BindException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeploymentsTest {
  private static final Duration TIME_LIMIT = Duration.ofSeconds(30);

  private final Vertx vertx = Vertx.vertx();
  private final Deployments deployments = new Deployments(vertx);
  private final AtomicInteger starts = new AtomicInteger();

  /** Fails at its first starts. */
  private final class FailingVerticle extends VerticleBase {
    private final int failures;
    private final Exception error;

    FailingVerticle(int failures, Exception error) {
      this.failures = failures;
      this.error = error;
    }

    @Override
    public Future<?> start() {
      return starts.getAndIncrement() < failures
          ? Future.failedFuture(error)
          : Future.succeededFuture();
    }
  }

  @AfterEach
  void close() {
    BlockingWait.await(vertx.close(), TIME_LIMIT);
  }

  private void deploy(int failures, Exception error) {
    BlockingWait.await(
        deployments.deploy(Stage.BEHIND, () -> new FailingVerticle(failures, error), 1),
        TIME_LIMIT);
  }

  @Test
  void aStartThatFailsWhileAStoreIsSlowIsTriedAgain() {
    deploy(2, new SocketTimeoutException("no response"));
    assertEquals(3, starts.get());
    assertEquals(1, vertx.deploymentIDs().size());
  }

  @Test
  void aPortInUseIsReportedAtOnce() {
    BindException error = new BindException("in use");
    assertSame(error, assertThrows(RuntimeException.class, () -> deploy(1, error)).getCause());
    assertEquals(1, starts.get());
  }

  @Test
  void aBugIsReportedAtOnce() {
    assertThrows(
        IllegalArgumentException.class, () -> deploy(1, new IllegalArgumentException("a bug")));
    assertEquals(1, starts.get());
  }

  @Test
  void aStartThatEndsAfterVertxWasClosedIsIgnored() throws InterruptedException {
    Promise<Void> started = Promise.promise();
    CountDownLatch isStarting = new CountDownLatch(1);
    deployments.deploy(
        Stage.BEHIND,
        () ->
            new VerticleBase() {
              @Override
              public Future<?> start() {
                isStarting.countDown();
                return started.future();
              }
            },
        1);
    isStarting.await();
    deployments.close();
    BlockingWait.await(vertx.close(), TIME_LIMIT);
    assertDoesNotThrow(() -> started.complete());
  }
}
