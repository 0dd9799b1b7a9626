package dev.shopwire.app;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.embedded.Progress;
import dev.shopwire.embedded.StoreException;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provides this process's PostgreSQL; if none is configured, starts an embedded one and restarts it
 * if it dies. Blocking; for the main thread.
 */
final class Stores implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Stores.class);
  private static final long WATCH_MILLIS = 500;

  /** An embedded PostgreSQL and its data directory. */
  private record Embedded(DataDirectory data, EmbeddedPostgres postgres) {
    static Embedded start(AppConfig config, Progress progress) {
      DataDirectory data = DataDirectory.open(config.dataDirectory());
      try {
        return new Embedded(data, EmbeddedPostgres.start(data, progress));
      } catch (RuntimeException e) {
        data.close();
        throw e;
      }
    }
  }

  private final BackgroundTaskLog restarts =
      new BackgroundTaskLog(
          LOG,
          "Restarting the embedded PostgreSQL failed, will retry",
          "The embedded PostgreSQL runs again",
          StoreException.class::isInstance);
  private final Optional<Embedded> embedded;
  private final Postgres postgres;
  private final ScheduledFuture<?> watching;
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "embedded-stores");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Starts PostgreSQL if it isn't configured.
   *
   * @throws StoreException if it doesn't start, with a message on what to do
   */
  Stores(AppConfig config, Progress progress) {
    Optional<Postgres> configured = config.postgres().configured();
    embedded =
        configured.isPresent() ? Optional.empty() : Optional.of(Embedded.start(config, progress));
    postgres =
        configured.or(() -> embedded.map(it -> new Postgres(it.postgres().uri()))).orElseThrow();
    watching =
        watch.scheduleWithFixedDelay(
            this::keepAlive, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
  }

  Postgres postgres() {
    return postgres;
  }

  private void keepAlive() {
    try {
      embedded
          .map(Embedded::postgres)
          .filter(store -> !store.isAlive())
          .ifPresent(
              store -> {
                LOG.warn("The embedded PostgreSQL died, restarting it");
                store.restart();
              });
      restarts.succeeded();
    } catch (RuntimeException e) {
      restarts.failed(e);
    }
  }

  /** Stops what was started here; external stores keep running. */
  @Override
  public void close() {
    watching.cancel(false);
    watch.shutdown();
    try {
      watch.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    embedded.ifPresent(
        it -> {
          it.postgres().close();
          it.data().close();
        });
  }
}
