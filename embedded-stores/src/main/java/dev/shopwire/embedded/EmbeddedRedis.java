package dev.shopwire.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A Redis server with its files in {@code <data>/redis}, listening on 127.0.0.1 alone, with a
 * password. Every method blocks: not for event loops. Thread-safe. When this JVM is killed the
 * server lives on; the next start ends it, as it would a second server in the same data directory.
 */
public final class EmbeddedRedis implements AutoCloseable {
  static final String NAME = "redis";

  private final DataDirectory data;
  private final RedisProgram program;
  private final StoreServer server;

  private EmbeddedRedis(DataDirectory data, RedisProgram program, StoreServer server) {
    this.data = data;
    this.program = program;
    this.server = server;
  }

  /** With {@link StoreOptions#defaults()}. */
  public static EmbeddedRedis start(DataDirectory data, Progress progress) {
    return start(data, progress, StoreOptions.defaults());
  }

  /**
   * Unpacks and starts the server, and returns when it has loaded its data; while it runs, {@code
   * <data>/redis.uri} holds {@link #uri()}. Data that it cannot read is moved aside.
   *
   * @throws StoreException when it cannot run here, or does not answer within 60 s
   */
  public static EmbeddedRedis start(DataDirectory data, Progress progress, StoreOptions options) {
    try {
      RedisProgram program = RedisProgram.install(data, progress, options.settings());
      StoreServer server = StoreServer.start(program, options.port(), progress);
      EmbeddedRedis started = new EmbeddedRedis(data, program, server);
      started.publishUri();
      return started;
    } catch (IOException e) {
      throw new StoreException("Redis could not be started in " + data.path() + ": " + e, e);
    }
  }

  /**
   * The program that {@link #start} would run, unpacked, for whoever runs servers of another kind:
   * nodes of a cluster, sentinels.
   *
   * @throws StoreException when it cannot run here
   */
  public static Path executable(DataDirectory data, Progress progress) {
    try {
      return RedisProgram.install(data, progress, Map.of()).server();
    } catch (IOException e) {
      throw new StoreException("Redis could not be unpacked in " + data.path() + ": " + e, e);
    }
  }

  /** {@code redis://:<password>@127.0.0.1:<port>/0}; the same for its life. */
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

  /** Ends the server for good: shutdown within 5 s, else SIGKILL. Again is without effect. */
  public void stop() {
    server.stop();
    try {
      data.withdraw(NAME);
    } catch (IOException e) {
      throw new StoreException("redis.uri could not be deleted: " + e, e);
    }
  }

  @Override
  public void close() {
    stop();
  }
}
