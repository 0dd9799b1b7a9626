package dev.shopwire.app;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.embedded.EmbeddedRedis;
import dev.shopwire.embedded.Progress;
import dev.shopwire.embedded.StoreException;
import dev.shopwire.ingest.redis.RedisUri;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where this process's stores are; those that aren't configured are embedded, started here, and
 * started again if they die. Blocking; for the main thread.
 */
final class Stores implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Stores.class);
  private static final long WATCH_MILLIS = 500;

  private final Optional<DataDirectory> data;
  private final Optional<EmbeddedPostgres> embeddedPostgres;
  private final Optional<EmbeddedRedis> embeddedRedis;
  private final Postgres postgres;
  private final RedisUri redisUri;
  private final ScheduledFuture<?> watching;
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "embedded-stores");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Starts what isn't configured, both at once.
   *
   * @throws StoreException if an embedded store doesn't start; its message says what to do
   */
  Stores(AppConfig config, Progress progress) {
    boolean embedded = config.postgres().given().isEmpty() || config.redisUri().isEmpty();
    data = embedded ? Optional.of(DataDirectory.open(config.dataDirectory())) : Optional.empty();
    CompletableFuture<Optional<EmbeddedPostgres>> startingPostgres =
        CompletableFuture.supplyAsync(
            () ->
                config.postgres().given().isPresent()
                    ? Optional.empty()
                    : data.map(directory -> EmbeddedPostgres.start(directory, progress)));
    CompletableFuture<Optional<EmbeddedRedis>> startingRedis =
        CompletableFuture.supplyAsync(
            () ->
                config.redisUri().isPresent()
                    ? Optional.empty()
                    : data.map(directory -> EmbeddedRedis.start(directory, progress)));
    try {
      CompletableFuture.allOf(startingPostgres, startingRedis).join();
    } catch (CompletionException e) {
      startingPostgres
          .exceptionally(error -> Optional.empty())
          .join()
          .ifPresent(EmbeddedPostgres::close);
      startingRedis.exceptionally(error -> Optional.empty()).join().ifPresent(EmbeddedRedis::close);
      data.ifPresent(DataDirectory::close);
      throw e.getCause() instanceof StoreException cause ? cause : e;
    }
    embeddedPostgres = startingPostgres.join();
    embeddedRedis = startingRedis.join();
    postgres =
        config
            .postgres()
            .given()
            .or(() -> embeddedPostgres.map(store -> new Postgres(store.uri())))
            .orElseThrow();
    redisUri =
        config
            .redisUri()
            .or(() -> embeddedRedis.map(store -> RedisUri.of(store.uri())))
            .orElseThrow();
    watching =
        watch.scheduleWithFixedDelay(
            this::keepAlive, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
  }

  Postgres postgres() {
    return postgres;
  }

  RedisUri redisUri() {
    return redisUri;
  }

  private void keepAlive() {
    try {
      embeddedPostgres
          .filter(store -> !store.isAlive())
          .ifPresent(
              store -> {
                LOG.warn("The embedded PostgreSQL died and is started again");
                store.restart();
              });
      embeddedRedis
          .filter(store -> !store.isAlive())
          .ifPresent(
              store -> {
                LOG.warn("The embedded Redis died and is started again");
                store.restart();
              });
    } catch (RuntimeException e) {
      LOG.error("An embedded store does not start again, next try soon", e);
    }
  }

  /** Stops what was started here; outside stores are left alone. */
  @Override
  public void close() {
    watching.cancel(false);
    watch.shutdown();
    try {
      watch.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    embeddedRedis.ifPresent(EmbeddedRedis::close);
    embeddedPostgres.ifPresent(EmbeddedPostgres::close);
    data.ifPresent(DataDirectory::close);
  }
}
