package dev.shopwire.common.bus;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.shareddata.Shareable;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The requests that this process answers for others: where it listens, and what is under way. One a
 * Vert.x instance; any thread.
 */
public final class Desk implements Shareable {
  private static final String KEY = "dev.shopwire.desk";
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final Vertx vertx;
  private final Set<String> addresses = ConcurrentHashMap.newKeySet();
  private final Map<String, AtomicInteger> underWay = new ConcurrentHashMap<>();

  private Desk(Vertx vertx) {
    this.vertx = vertx;
  }

  public static Desk of(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, Desk>getLocalMap(KEY)
        .computeIfAbsent(KEY, key -> new Desk(vertx));
  }

  /** Called on a verticle's context; it listens at {@code address}. */
  Tally listens(String address) {
    addresses.add(address);
    Context context = Vertx.currentContext();
    String deployment = context == null ? "" : String.valueOf(context.deploymentID());
    return new Tally(underWay.computeIfAbsent(deployment, key -> new AtomicInteger()));
  }

  /** Whether somebody of this process listens there. */
  boolean isListening(String address) {
    return addresses.contains(address);
  }

  /** Counts the requests under way of one deployment. */
  record Tally(AtomicInteger count) {
    <T> Future<T> during(Future<T> work) {
      count.incrementAndGet();
      return work.onComplete(done -> count.decrementAndGet());
    }
  }

  /**
   * Takes the addresses out of the cluster's list, so that other processes choose others, but goes
   * on answering here. A consumer that were unregistered instead would drop what is already on its
   * way, of which the caller hears nothing: it would wait for its whole time.
   *
   * @return done when the list is changed; at once without a cluster
   */
  public Future<Void> leave() {
    ClusterManager cluster = ((VertxInternal) vertx).clusterManager();
    if (cluster == null) {
      return Future.succeededFuture();
    }
    List<Future<Void>> left = new ArrayList<>();
    for (String address : addresses) {
      Promise<List<RegistrationInfo>> registered = Promise.promise();
      cluster.getRegistrations(address, registered);
      left.add(
          registered
              .future()
              .compose(
                  all ->
                      Future.all(
                          all.stream()
                              .filter(one -> one.nodeId().equals(cluster.getNodeId()))
                              .map(one -> remove(cluster, address, one))
                              .toList()))
              .mapEmpty());
    }
    return Future.join(left).mapEmpty();
  }

  private static Future<Void> remove(
      ClusterManager cluster, String address, RegistrationInfo registration) {
    Promise<Void> removed = Promise.promise();
    cluster.removeRegistration(address, registration, removed);
    return removed.future();
  }

  /**
   * Waits until nothing is under way of that deployment. Blocking.
   *
   * @return false if that took longer than {@code time}
   */
  public boolean awaitIdle(String deployment, Duration time) {
    AtomicInteger count = underWay.get(deployment);
    long until = System.nanoTime() + time.toNanos();
    while (count != null && count.get() > 0) {
      if (System.nanoTime() - until > 0) {
        return false;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return true;
  }
}
