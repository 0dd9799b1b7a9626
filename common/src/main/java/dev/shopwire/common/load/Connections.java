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
  public enum Closed {
    /** On arrival: the port was at its limit. */
    PORT_FULL("port-full"),
    /** On arrival: its client address was at its limit. */
    ADDRESS_FULL("address-full"),
    /** The head of the first request was not complete in time. */
    NO_REQUEST("no-request"),
    /** The head of a further request was not complete in time. */
    IDLE("idle");

    private final String word;

    Closed(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  private final ConnectionLimits limits;
  private final AtomicInteger open = new AtomicInteger();
  private final Map<ClientAddress, Integer> byClient = new ConcurrentHashMap<>();
  private final Map<Closed, LongAdder> closed = new EnumMap<>(Closed.class);
  private volatile @Nullable ListenerProbe probe;

  Connections(ConnectionLimits limits) {
    this.limits = limits;
    for (Closed reason : Closed.values()) {
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
    if (current != null && current.accept(connection.remoteAddress())) {
      connection.close();
      return false;
    }
    if (open.incrementAndGet() > limits.ofPort()) {
      open.decrementAndGet();
      refuse(connection, Closed.PORT_FULL);
      return false;
    }
    SocketAddress peer = connection.remoteAddress();
    ClientAddress client =
        limits.ofAddress() == 0 || limits.proxies().contains(peer) ? null : ClientAddress.of(peer);
    if (client != null && byClient.merge(client, 1, Integer::sum) > limits.ofAddress()) {
      release(client);
      refuse(connection, Closed.ADDRESS_FULL);
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

  private void refuse(HttpConnection connection, Closed reason) {
    note(reason);
    connection.close();
  }

  /** Records that a connection was closed for {@code reason}. */
  public void note(Closed reason) {
    Objects.requireNonNull(closed.get(reason)).increment();
  }

  /** Whether more than three quarters of the port's limit are open. */
  public boolean isCrowded() {
    return open.get() > limits.ofPort() / 4 * 3;
  }

  public ConnectionLimits limits() {
    return limits;
  }

  /** The port now accepts connections; all listeners on it share this instance. */
  public synchronized void listening(String host, int port) {
    if (probe == null) {
      probe = new ListenerProbe(host, port);
    }
  }

  Optional<ListenerProbe> probe() {
    return Optional.ofNullable(probe);
  }

  int open() {
    return open.get();
  }

  long closed(Closed reason) {
    return Objects.requireNonNull(closed.get(reason)).sum();
  }
}
