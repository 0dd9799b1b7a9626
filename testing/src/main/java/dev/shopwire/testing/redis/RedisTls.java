package dev.shopwire.testing.redis;

import dev.shopwire.testing.Certificates;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Poll;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A Redis server that accepts only TLS, requires client certificates and has a named user. */
public final class RedisTls implements AutoCloseable {
  private static final String NODE = "node";
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final Certificates certificates;
  private final RedisNode node;

  /**
   * Returns when the server listens.
   *
   * @param directory for its authority and the certificate of server and client
   */
  public RedisTls(Path directory) {
    certificates = new Certificates(directory);
    certificates.sign(NODE, "ip:127.0.0.1");
    int port = FreePorts.nextForRedis();
    Map<String, String> settings =
        RedisNode.data(
            Map.of(
                "port", "0",
                "tls-port", Integer.toString(port),
                "tls-auth-clients", "yes",
                "tls-ca-cert-file", authority().toString(),
                "tls-cert-file", certificate().toString(),
                "tls-key-file", key().toString(),
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

  public Path authority() {
    return certificates.ca();
  }

  public Path certificate() {
    return certificates.certificate(NODE);
  }

  public Path key() {
    return certificates.key(NODE);
  }

  @Override
  public void close() {
    node.close();
  }
}
