package dev.shopwire.testing;

import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.testing.redis.RedisCluster;
import dev.shopwire.testing.redis.SingleRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Provides real stores for tests: those named by {@code SHOPWIRE_TEST_POSTGRES_URI} and {@code
 * SHOPWIRE_TEST_REDIS_URI}; otherwise, with {@code -Dshopwire.stores=debian}, those installed by
 * the distribution; otherwise containers if Docker is available; otherwise embedded ones. With
 * {@code -Dshopwire.redis=cluster} the embedded Redis is a cluster of six nodes. Started once per
 * JVM and stopped with it.
 *
 * @param clearRedis deletes everything in Redis
 */
public record Stores(String postgresUri, String redisUri, Runnable clearRedis) {
  private static final String PASSWORD = "for-tests-alone";

  private static final class Shared {
    static final Stores STORES = start();
  }

  /** The stores of this JVM; tests are isolated by creating their own workspaces. */
  public static Stores shared() {
    return Shared.STORES;
  }

  private static Stores start() {
    Map<String, String> environment = System.getenv();
    String postgres = environment.get("SHOPWIRE_TEST_POSTGRES_URI");
    String redis = environment.get("SHOPWIRE_TEST_REDIS_URI");
    if (postgres != null && redis != null) {
      return withServer(postgres, redis);
    }
    if (InstalledStores.areRequested()) {
      return InstalledStores.start();
    }
    return isDockerAvailable() ? containers() : embedded();
  }

  static Stores withServer(String postgres, String redis) {
    return new Stores(postgres, redis, () -> flush(redis));
  }

  private static void flush(String redis) {
    String reply = new RedisCommands(redis).send("FLUSHALL");
    if (!reply.equals("+OK")) {
      throw new IllegalStateException(reply);
    }
  }

  public void emptyRedis() {
    clearRedis.run();
  }

  private static boolean isDockerAvailable() {
    try {
      return DockerClientFactory.instance().isDockerAvailable();
    } catch (RuntimeException | LinkageError e) {
      return false;
    }
  }

  @SuppressWarnings("resource") // Testcontainers' reaper stops them with the JVM
  private static Stores containers() {
    GenericContainer<?> postgres =
        new GenericContainer<>(DockerImageName.parse("postgres:18"))
            .withEnv("POSTGRES_USER", "shopwire")
            .withEnv("POSTGRES_DB", "shopwire")
            .withEnv("POSTGRES_PASSWORD", PASSWORD)
            .withExposedPorts(5432)
            .waitingFor(
                org.testcontainers.containers.wait.strategy.Wait.forLogMessage(
                    ".*ready to accept connections.*", 2));
    GenericContainer<?> redis =
        new GenericContainer<>(DockerImageName.parse("redis:7")).withExposedPorts(6379);
    postgres.start();
    redis.start();
    return withServer(
        "postgresql://shopwire:%s@%s:%d/shopwire"
            .formatted(PASSWORD, postgres.getHost(), postgres.getMappedPort(5432)),
        "redis://%s:%d".formatted(redis.getHost(), redis.getMappedPort(6379)));
  }

  private static Stores embedded() {
    Path directory = temporaryDirectory();
    DataDirectory data = DataDirectory.open(postgresData(directory));
    EmbeddedPostgres postgres = EmbeddedPostgres.start(data, line -> {});
    Runnable stopRedis;
    Stores stores;
    if (System.getProperty("shopwire.redis", "").equals("cluster")) {
      RedisCluster redis = new RedisCluster();
      stopRedis = redis::close;
      stores =
          new Stores(
              postgres.uri(),
              redis.uri(),
              () -> redis.masters().forEach(master -> master.call("FLUSHALL")));
    } else {
      SingleRedis redis = new SingleRedis();
      stopRedis = redis::close;
      stores = withServer(postgres.uri(), redis.uri());
    }
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stopRedis.run();
                  postgres.close();
                  data.close();
                  TemporaryFiles.delete(directory);
                }));
    return stores;
  }

  /** Migrated already if there is a jar to do it, so that no service of the JVM has to. */
  private static Path postgresData(Path directory) {
    return Files.exists(ServiceProcess.jar())
        ? FreshData.copy(directory).resolve(FreshData.DATA)
        : DataTemplate.emptyPostgres(directory);
  }

  private static Path temporaryDirectory() {
    try {
      return Files.createTempDirectory("shopwire-stores");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
