package dev.shopwire.benchmarks.measure;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The service with its embedded stores in a directory of its own, and load upon it. Load, service
 * and stores share the machine. Blocks: for threads that are no event loops.
 */
public final class Installation implements AutoCloseable {
  private static final String ADMIN_TOKEN = "admin-token-for-benchmarks";

  private final Vertx vertx = Vertx.vertx();
  private final Path directory = TemporaryFiles.directory("benchmark");
  private final ServiceProcess service;
  private final Postgres postgres;
  private final Tenants.App app;

  public Installation() throws IOException {
    service = ServiceProcess.start(directory, Map.of("SHOPWIRE_ADMIN_TOKEN", ADMIN_TOKEN));
    try {
      postgres = new Postgres(Files.readString(directory.resolve("data/postgres.uri")).trim());
      app = new Tenants(service.consoleUrl(), service.httpUrl(), ADMIN_TOKEN).app();
    } catch (IOException | RuntimeException e) {
      service.close();
      throw e;
    }
  }

  public Sql sql() {
    return new Sql(postgres.uri());
  }

  /** An app whose key has limits that nobody reaches. */
  public Tenants.App app() {
    return app;
  }

  /** Posts on so many connections for so many seconds; fails if an answer is not as expected. */
  public Slice post(Posts posts, int connections, int seconds) {
    int port = URI.create(service.httpUrl()).getPort();
    return Loops.run(
        vertx, connections, seconds, () -> HttpLoad.connect(vertx, port, app.key(), posts));
  }

  /**
   * Executes {@code sql} on so many connections for so many seconds, past the service.
   *
   * @param operations that one statement counts for
   */
  public Slice execute(
      String sql, Supplier<Tuple> parameters, int operations, int connections, int seconds) {
    SqlLoad load = new SqlLoad(sql, parameters, operations);
    return Loops.run(vertx, connections, seconds, () -> load.connect(vertx, postgres));
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
    service.close();
    TemporaryFiles.delete(directory);
  }
}
