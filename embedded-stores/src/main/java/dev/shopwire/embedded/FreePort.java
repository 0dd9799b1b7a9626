package dev.shopwire.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports on 127.0.0.1 from below the range that Linux hands out to outgoing connections. Within
 * that range a client that reconnects to a server that is down may be given the server's own port
 * and thereby keep it from coming back.
 */
final class FreePort {
  private static final int FIRST = 20_000;
  private static final int END = 32_768;
  private static final int ATTEMPTS = 200;

  private FreePort() {}

  static int find() {
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (isFree(port)) {
        return port;
      }
    }
    throw new StoreException("No free port on 127.0.0.1 between " + FIRST + " and " + END);
  }

  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(loopback(port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  /** 127.0.0.1, where the JVM's own loopback address may be the one of IPv6. */
  static InetSocketAddress loopback(int port) throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
  }
}
