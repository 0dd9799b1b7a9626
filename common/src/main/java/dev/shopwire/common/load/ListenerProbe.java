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
 * Asks whether a port of this process still takes connections, by making one. The system answers a
 * connection before the process has taken it, so only the process itself can tell: it knows this
 * one by its address ({@link Connections#admit}). One call at a time.
 */
public final class ListenerProbe {
  private final InetSocketAddress target;
  private volatile int ownPort;
  private volatile @Nullable CountDownLatch taken;

  /**
   * @param host that the port listens on; one that stands for all is reached by loopback
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

  /** Blocking, for {@code limit} at most. */
  public boolean isTaken(Duration limit) {
    CountDownLatch mine = new CountDownLatch(1);
    try (Socket socket = new Socket()) {
      // Reset, so that nothing of it stays behind.
      socket.setSoLinger(true, 0);
      socket.bind(new InetSocketAddress(target.getAddress(), 0));
      taken = mine;
      ownPort = socket.getLocalPort();
      socket.connect(target, (int) limit.toMillis());
      return mine.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      ownPort = 0;
    }
  }

  boolean isMine(@Nullable SocketAddress peer) {
    CountDownLatch waiting = taken;
    if (waiting == null
        || peer == null
        || peer.port() != ownPort
        || !target.getAddress().getHostAddress().equals(peer.hostAddress())) {
      return false;
    }
    waiting.countDown();
    return true;
  }
}
