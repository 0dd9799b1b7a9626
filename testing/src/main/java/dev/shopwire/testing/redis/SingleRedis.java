package dev.shopwire.testing.redis;

import dev.shopwire.testing.FreePorts;
import java.util.List;
import java.util.Map;

/** A Redis server with a password and no persistence; a test may stop it. Blocking. */
public final class SingleRedis implements AutoCloseable {
  private static final String PASSWORD = "for-tests-alone";

  private final RedisNode node;

  /** Starts the server and returns when it is ready. */
  public SingleRedis() {
    node =
        RedisNode.launch(
            RedisNode.program(),
            FreePorts.nextForRedis(),
            PASSWORD,
            RedisNode.data(Map.of("maxmemory", "256mb", "maxmemory-policy", "volatile-ttl")),
            List.of());
    node.awaitReady();
  }

  /** The value for {@code redis.uri}; it never changes. */
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

  /** Restarts it after {@link #kill}, empty and with the same URI. */
  public void restart() {
    node.restart();
  }

  @Override
  public void close() {
    node.close();
  }
}
