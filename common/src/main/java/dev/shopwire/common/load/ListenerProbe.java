package dev.shopwire.common.load;

import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a port of this process still accepts connections, by opening one. The kernel
 * completes a connection before the process has accepted it, so success is only known once {@link
 * Connections#admit} sees the probe's own address. One call at a time.
 */
public final class ListenerProbe {
  private final InetSocketAddress target;
  private volatile int localPort;
  private volatile @Nullable CountDownLatch accepted;

  /**
   * @param host that the port listens on; a wildcard address is reached through loopback
   */
  ListenerProbe(String host, int port) {
    InetSocketAddress given = new InetSocketAddress(host, port);
    this.target =
        given.getAddress() == null || given.getAddress().isAnyLocalAddress()
            ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
            : given;
  }

  public int port() {
    return target.getPort();
  }

  /** Whether the port accepts a connection; blocks up to {@code limit} for each of two steps. */
  public boolean acceptsConnections(Duration limit) {
    CountDownLatch latch = new CountDownLatch(1);
    try (Socket socket = new Socket()) {
      // Close with a reset, which leaves no TIME_WAIT.
      socket.setSoLinger(true, 0);
      socket.bind(new InetSocketAddress(target.getAddress(), 0));
      accepted = latch;
      localPort = socket.getLocalPort();
      socket.connect(target, (int) limit.toMillis());
      return latch.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      localPort = 0;
    }
  }

  /** Whether {@code peer} is this probe's connection, which is then reported as accepted. */
  boolean acceptIfOwn(@Nullable SocketAddress peer) {
    CountDownLatch waiting = accepted;
    if (waiting == null
        || peer == null
        || peer.port() != localPort
        || !target.getAddress().getHostAddress().equals(peer.hostAddress())) {
      return false;
    }
    waiting.countDown();
    return true;
  }
}
