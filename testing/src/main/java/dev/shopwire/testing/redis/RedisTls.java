package dev.shopwire.testing.redis;

import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Poll;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A Redis server that accepts only TLS, requires client certificates and has a named user. */
public final class RedisTls implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final RedisNode node;

  /** Returns when the server listens. */
  public RedisTls(RedisCertificates certificates) {
    int port = FreePorts.nextForRedis();
    Map<String, String> settings =
        RedisNode.data(
            Map.of(
                "port", "0",
                "tls-port", Integer.toString(port),
                "tls-auth-clients", "yes",
                "tls-ca-cert-file", certificates.authority().toString(),
                "tls-cert-file", certificates.certificate().toString(),
                "tls-key-file", certificates.key().toString(),
                "user", "shop on >pass/word ~sw:* +@all"));
    node = RedisNode.launch(RedisNode.program(), port, "", settings, List.of());
    Poll.until(TIMEOUT, () -> "Redis listens", () -> listens(port));
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  /** The value for {@code redis.uri}. */
  public String uri(String host) {
    return "rediss://shop:pass%2Fword@" + host + ":" + node.port();
  }

  @Override
  public void close() {
    node.close();
  }
}
