package dev.shopwire.app.stores;

import dev.shopwire.common.redis.RedisConfig;
import dev.shopwire.common.redis.RedisKeys;
import dev.shopwire.common.redis.RedisLink;
import dev.shopwire.common.redis.RedisMetrics;
import dev.shopwire.common.redis.RedisUri;
import dev.shopwire.testing.Poll;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Uses the service's {@code RedisLink} without the service. Methods block. */
final class BlockingRedisLink implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final RedisKeys KEYS = RedisKeys.of(new UUID(0, 1), 1);

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final RedisLink link;

  BlockingRedisLink(String uri, RedisConfig config) {
    RedisMetrics metrics = new RedisMetrics(new SimpleMeterRegistry());
    link =
        onContext(
            () ->
                Future.succeededFuture(
                    RedisLink.open(vertx, Optional.of(RedisUri.of(uri)), config, metrics)));
  }

  private <T> T onContext(Callable<Future<T>> task) {
    io.vertx.core.Promise<T> done = io.vertx.core.Promise.promise();
    context.runOnContext(
        start -> {
          try {
            task.call().onComplete(done);
          } catch (Exception e) {
            done.fail(e);
          }
        });
    try {
      return done.future().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether a value can be written. */
  boolean canWrite() {
    try {
      Request request = Request.cmd(Command.SET).arg(KEYS.seen("x")).arg("1");
      Response response = onContext(() -> link.send(KEYS, request));
      return response != null;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  void awaitWritable() {
    Poll.until(TIMEOUT, () -> "a value is written", this::canWrite);
  }

  @Override
  public void close() {
    onContext(link::close);
    vertx.close();
  }
}
