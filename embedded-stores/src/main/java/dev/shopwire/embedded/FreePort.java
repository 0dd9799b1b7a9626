package dev.shopwire.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports on 127.0.0.1 below Linux's ephemeral port range. Within that range, a client
 * that reconnects to a stopped server may get the server's port as its own and prevent its restart.
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

  /** 127.0.0.1; the JVM's loopback address may be that of IPv6. */
  static InetSocketAddress loopback(int port) throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
  }
}
