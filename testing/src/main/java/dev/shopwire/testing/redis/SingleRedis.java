package dev.shopwire.testing.redis;

import dev.shopwire.testing.TemporaryFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One server with a password, which keeps nothing on disk; a test may stop it. Blocking. */
public final class SingleRedis implements AutoCloseable {
  private static final String PASSWORD = "for-tests-alone";

  private final Path directory = TemporaryFiles.directory("redis");
  private final RedisNode node;

  /** Returns when it answers. */
  public SingleRedis() {
    node =
        RedisNode.launch(
            RedisNode.program(directory),
            RedisNode.freePort(),
            PASSWORD,
            RedisNode.data(Map.of("maxmemory", "256mb", "maxmemory-policy", "volatile-ttl")),
            List.of());
    node.awaitReady();
  }

  /** As {@code redis.uri} has it; the same for its life. */
  public String uri() {
    return "redis://:" + PASSWORD + "@127.0.0.1:" + node.port();
  }

  public long pid() {
    return node.pid();
  }

  /** kill -9. */
  public void kill() {
    node.kill();
  }

  /** After {@link #kill}: empty, under the same URI. */
  public void startAgain() {
    node.startAgain();
  }

  @Override
  public void close() {
    node.close();
    TemporaryFiles.delete(directory);
  }
}
