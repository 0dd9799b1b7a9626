package dev.shopwire.embedded;

import java.io.IOException;

/**
 * A PostgreSQL server with its files in {@code <data>/postgres}, listening on 127.0.0.1 alone, in
 * which the role {@code shopwire} owns the database {@code shopwire}. Every method blocks: not for
 * event loops. Thread-safe. When this JVM is killed the server lives on; the next start ends it, as
 * it would a second server in the same data directory.
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
   * Unpacks, initialises and starts what is not there yet, and returns when the server accepts the
   * role; while it runs, {@code <data>/postgres.uri} holds {@link #uri()}.
   *
   * @throws StoreException when it cannot run here, or does not answer within 60 s (recovery after
   *     a crash may take longer)
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
      throw new StoreException("PostgreSQL could not be started in " + data.path() + ": " + e, e);
    }
  }

  /** {@code postgresql://shopwire:<password>@127.0.0.1:<port>/shopwire}; the same for its life. */
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

  /** The server's process; another one after {@link #restart}. */
  public long pid() {
    return server.pid();
  }

  /** Whether the server's process lives. */
  public boolean isAlive() {
    return server.alive();
  }

  /**
   * Ends the server if it still runs, and starts it again with the same port and settings.
   *
   * @throws StoreException as {@link #start}; may then be tried again
   * @throws IllegalStateException after {@link #stop}
   */
  public void restart() {
    server.restart();
  }

  /** Ends the server for good: fast shutdown within 5 s, else harder. Again is without effect. */
  public void stop() {
    server.stop();
    try {
      data.withdraw(NAME);
    } catch (IOException e) {
      throw new StoreException("postgres.uri could not be deleted: " + e, e);
    }
  }

  @Override
  public void close() {
    stop();
  }
}
