package dev.shopwire.common.load;

import dev.shopwire.common.addresses.ClientAddress;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the open connections of one port, in total and per client address, and closes those over a
 * limit at once, before anything is read. Thread-safe.
 */
public final class Connections {
  /** Why this process closed a connection. */
  public enum CloseReason {
    /** On arrival: the port was at its limit. */
    PORT_FULL("port-full"),
    /** On arrival: its client address was at its limit. */
    ADDRESS_FULL("address-full"),
    /** The head of the first request was not complete in time. */
    NO_REQUEST("no-request"),
    /** The head of a further request was not complete in time. */
    IDLE("idle");

    private final String tag;

    CloseReason(String tag) {
      this.tag = tag;
    }

    public String tag() {
      return tag;
    }
  }

  private final ConnectionLimits limits;
  private final AtomicInteger open = new AtomicInteger();
  private final Map<ClientAddress, Integer> byClient = new ConcurrentHashMap<>();
  private final Map<CloseReason, LongAdder> closed = new EnumMap<>(CloseReason.class);
  private volatile @Nullable ListenerProbe probe;

  Connections(ConnectionLimits limits) {
    this.limits = limits;
    for (CloseReason reason : CloseReason.values()) {
      closed.put(reason, new LongAdder());
    }
  }

  /**
   * Admits a connection and counts it until it closes, or closes it at once.
   *
   * @param onClose is run when an admitted connection has closed
   * @return whether it was admitted
   */
  public boolean admit(HttpConnection connection, Runnable onClose) {
    ListenerProbe current = probe;
    if (current != null && current.acceptIfOwn(connection.remoteAddress())) {
      connection.close();
      return false;
    }
    if (open.incrementAndGet() > limits.perPort()) {
      open.decrementAndGet();
      reject(connection, CloseReason.PORT_FULL);
      return false;
    }
    SocketAddress peer = connection.remoteAddress();
    ClientAddress client =
        limits.perAddress() == 0 || limits.proxies().contains(peer) ? null : ClientAddress.of(peer);
    if (client != null && byClient.merge(client, 1, Integer::sum) > limits.perAddress()) {
      release(client);
      reject(connection, CloseReason.ADDRESS_FULL);
      return false;
    }
    connection.closeHandler(
        ended -> {
          release(client);
          onClose.run();
        });
    return true;
  }

  private void release(@Nullable ClientAddress client) {
    open.decrementAndGet();
    if (client != null) {
      byClient.computeIfPresent(client, (key, count) -> count == 1 ? null : count - 1);
    }
  }

  private void reject(HttpConnection connection, CloseReason reason) {
    recordClosed(reason);
    connection.close();
  }

  /** Records that a connection was closed for {@code reason}. */
  public void recordClosed(CloseReason reason) {
    Objects.requireNonNull(closed.get(reason)).increment();
  }

  /** Whether more than three quarters of the port's limit are open. */
  public boolean isCrowded() {
    return open.get() > limits.perPort() / 4 * 3;
  }

  public ConnectionLimits limits() {
    return limits;
  }

  /** The port now accepts connections; all listeners on it share this instance. */
  public synchronized void startedListening(String host, int port) {
    if (probe == null) {
      probe = new ListenerProbe(host, port);
    }
  }

  Optional<ListenerProbe> probe() {
    return Optional.ofNullable(probe);
  }

  int openCount() {
    return open.get();
  }

  long closedCount(CloseReason reason) {
    return Objects.requireNonNull(closed.get(reason)).sum();
  }
}
