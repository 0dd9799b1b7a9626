package dev.shopwire.embedded;

import java.io.IOException;

/**
 * A PostgreSQL server with its files in {@code <data>/postgres}, listening only on 127.0.0.1, whose
 * database {@code shopwire} is owned by the role {@code shopwire}. All methods block; don't call
 * them on event loops. Thread-safe. If this JVM is killed the server keeps running; the next start
 * stops it, as it would any other server in the same data directory.
 */
public final class EmbeddedPostgres implements AutoCloseable {
  static final String NAME = "postgres";

  private final DataDirectory data;
  private final PostgresProgram program;
  private final PostgresServer server;

  private EmbeddedPostgres(DataDirectory data, PostgresProgram program, PostgresServer server) {
    this.data = data;
    this.program = program;
    this.server = server;
  }

  /** With {@link StoreOptions#defaults()}. */
  public static EmbeddedPostgres start(DataDirectory data, Progress progress) {
    return start(data, progress, StoreOptions.defaults());
  }

  /**
   * Unpacks and initializes what is missing, starts the server, and returns when it accepts the
   * role. While it runs, {@code <data>/postgres.uri} contains {@link #uri()}.
   *
   * @throws StoreException if it cannot run here, or does not respond within 60 s (recovery after a
   *     crash may take longer)
   */
  public static EmbeddedPostgres start(
      DataDirectory data, Progress progress, StoreOptions options) {
    try {
      PostgresProgram program = PostgresProgram.install(data, progress, options.settings());
      PostgresServer server = PostgresServer.start(program, options.port(), progress);
      EmbeddedPostgres started = new EmbeddedPostgres(data, program, server);
      started.publishUri();
      return started;
    } catch (IOException e) {
      throw new StoreException("Cannot start PostgreSQL in " + data.path() + ": " + e, e);
    }
  }

  /** {@code postgresql://shopwire:<password>@127.0.0.1:<port>/shopwire}; it never changes. */
  public String uri() {
    return program.uri(server.port());
  }

  private void publishUri() throws IOException {
    try {
      data.publish(NAME, uri());
    } catch (IOException e) {
      server.stop();
      throw e;
    }
  }

  public int port() {
    return server.port();
  }

  /** The process id of the server, which changes with {@link #restart}. */
  public long pid() {
    return server.pid();
  }

  /** Whether the server process is alive. */
  public boolean isAlive() {
    return server.isAlive();
  }

  /**
   * Stops the server if it is running, and starts it again with the same port and settings.
   *
   * @throws StoreException as in {@link #start}; the call may be retried
   * @throws IllegalStateException after {@link #stop}
   */
  public void restart() {
    server.restart();
  }

  /** Stops the server permanently: fast shutdown for 5 s, then harder. Idempotent. */
  public void stop() {
    server.stop();
    try {
      data.withdraw(NAME);
    } catch (IOException e) {
      throw new StoreException("Cannot delete postgres.uri: " + e, e);
    }
  }

  @Override
  public void close() {
    stop();
  }
}
