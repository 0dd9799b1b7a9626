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
 * The open connections of one port, in all and by client address; those above a bound are closed at
 * once, before anything is read. Thread-safe.
 */
public final class Connections {
  /** Why connections were closed from this side. */
  public enum Closed {
    /** At once: the port had as many as it may have. */
    PORT_FULL("port-full"),
    /** At once: its client had as many as one may have. */
    ADDRESS_FULL("address-full"),
    /** No whole head of a first request came in time. */
    NO_REQUEST("no-request"),
    /** No whole head of a further request came in time. */
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
    for (Closed why : Closed.values()) {
      closed.put(why, new LongAdder());
    }
  }

  /**
   * Counts a connection in until it closes, or closes it.
   *
   * @param gone is run when one that was counted in has closed
   * @return whether it was counted in
   */
  public boolean admit(HttpConnection connection, Runnable gone) {
    ListenerProbe expecting = probe;
    if (expecting != null && expecting.isMine(connection.remoteAddress())) {
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
          gone.run();
        });
    return true;
  }

  private void release(@Nullable ClientAddress client) {
    open.decrementAndGet();
    if (client != null) {
      byClient.computeIfPresent(client, (key, count) -> count == 1 ? null : count - 1);
    }
  }

  private void refuse(HttpConnection connection, Closed why) {
    note(why);
    connection.close();
  }

  /** One was closed because of {@code why}. */
  public void note(Closed why) {
    Objects.requireNonNull(closed.get(why)).increment();
  }

  /** Whether three quarters of what the port may have are open. */
  public boolean isCrowded() {
    return open.get() > limits.ofPort() / 4 * 3;
  }

  public ConnectionLimits limits() {
    return limits;
  }

  /** The port takes connections from now on, as all that listen on it share it. */
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

  long closed(Closed why) {
    return Objects.requireNonNull(closed.get(why)).sum();
  }
}
