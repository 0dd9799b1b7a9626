package dev.shopwire.app.cluster;

import com.hazelcast.multimap.MultiMap;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import io.vertx.spi.cluster.hazelcast.impl.HazelcastRegistrationInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tracks bus subscriptions by address as this node knows them: its own, and those last received.
 *
 * <p>The cluster's list can be wrong after a member was frozen or disconnected: others removed its
 * entries in the meantime, or entries of a former member came back with a merge, or the event about
 * either was lost. So the list is repeatedly compared with this node's own entries and the current
 * members. Thread-safe.
 */
final class SubscriptionDirectory {
  private final Map<String, Set<RegistrationInfo>> own = new ConcurrentHashMap<>();
  private final Map<String, List<RegistrationInfo>> lastReceived = new ConcurrentHashMap<>();
  private Set<Subscription> suspects = Set.of();
  private volatile @Nullable RegistrationListener listener;
  private volatile boolean withdrawn;

  /**
   * The number of corrections.
   *
   * @param announced own entries that the cluster had lost
   * @param purged entries of former members, or of this node where it no longer listens
   * @param updated addresses of which this node had received something else
   */
  record Repair(int announced, int purged, int updated) {
    boolean isEmpty() {
      return announced + purged + updated == 0;
    }
  }

  private record Subscription(String address, RegistrationInfo registration) {}

  void setListener(RegistrationListener listener) {
    this.listener = listener;
  }

  void add(String address, RegistrationInfo registration) {
    if (!registration.localOnly()) {
      own.computeIfAbsent(address, any -> ConcurrentHashMap.newKeySet()).add(registration);
    }
  }

  void remove(String address, RegistrationInfo registration) {
    own.computeIfPresent(
        address,
        (any, registrations) -> {
          registrations.remove(registration);
          return registrations.isEmpty() ? null : registrations;
        });
  }

  /**
   * Records {@code received}, and returns what the bus should use instead. A node that has
   * withdrawn still calls itself if no other node is available. The bus gives nodes with different
   * numbers of entries a share of that number less one: one more entry each makes the shares right,
   * and no node's share zero.
   */
  List<RegistrationInfo> receive(String address, List<RegistrationInfo> received) {
    List<RegistrationInfo> registrations = new ArrayList<>(received);
    if (withdrawn && received.isEmpty()) {
      registrations.addAll(own.getOrDefault(address, Set.of()));
    }
    lastReceived.put(address, List.copyOf(registrations));
    Map<String, RegistrationInfo> nodes = new HashMap<>();
    registrations.forEach(entry -> nodes.put(entry.nodeId(), entry));
    registrations.addAll(nodes.values());
    return registrations;
  }

  /** Removes this node's entries. Blocking. */
  synchronized void withdraw(MultiMap<String, HazelcastRegistrationInfo> entries) {
    withdrawn = true;
    own.forEach(
        (address, registrations) ->
            registrations.forEach(
                registration ->
                    entries.remove(address, new HazelcastRegistrationInfo(registration))));
  }

  /** Compares all entries once. Blocking. */
  synchronized Repair repair(
      MultiMap<String, HazelcastRegistrationInfo> entries, Set<String> nodes, String self) {
    if (withdrawn) {
      return new Repair(0, 0, 0);
    }
    Map<String, List<RegistrationInfo>> found = new HashMap<>();
    Set<Subscription> invalid = new HashSet<>();
    int purged = 0;
    for (Map.Entry<String, HazelcastRegistrationInfo> entry : entries.entrySet()) {
      Subscription subscription = new Subscription(entry.getKey(), entry.getValue().unwrap());
      if (!isValid(subscription, nodes, self)) {
        invalid.add(subscription);
        // An entry that was invalid last time too is not just about to change.
        if (suspects.contains(subscription)) {
          entries.remove(entry.getKey(), entry.getValue());
          purged++;
          continue;
        }
      }
      found
          .computeIfAbsent(subscription.address(), any -> new ArrayList<>())
          .add(subscription.registration());
    }
    suspects = invalid;
    int announced = announce(entries, found);
    return new Repair(announced, purged, updateBus(found));
  }

  private boolean isValid(Subscription subscription, Set<String> nodes, String self) {
    String node = subscription.registration().nodeId();
    return node.equals(self)
        ? own.getOrDefault(subscription.address(), Set.of()).contains(subscription.registration())
        : nodes.contains(node);
  }

  private int announce(
      MultiMap<String, HazelcastRegistrationInfo> entries,
      Map<String, List<RegistrationInfo>> found) {
    int announced = 0;
    for (Map.Entry<String, Set<RegistrationInfo>> entry : own.entrySet()) {
      for (RegistrationInfo registration : entry.getValue()) {
        List<RegistrationInfo> present =
            found.computeIfAbsent(entry.getKey(), any -> new ArrayList<>());
        if (!present.contains(registration)) {
          entries.put(entry.getKey(), new HazelcastRegistrationInfo(registration));
          present.add(registration);
          announced++;
        }
      }
    }
    return announced;
  }

  private int updateBus(Map<String, List<RegistrationInfo>> found) {
    RegistrationListener bus = listener;
    if (bus == null) {
      return 0;
    }
    int updated = 0;
    for (Map.Entry<String, List<RegistrationInfo>> last : lastReceived.entrySet()) {
      String address = last.getKey();
      List<RegistrationInfo> now = found.getOrDefault(address, List.of());
      if (bus.wantsUpdatesFor(address)
          && !new HashSet<>(now).equals(new HashSet<>(last.getValue()))) {
        bus.registrationsUpdated(new RegistrationUpdateEvent(address, receive(address, now)));
        updated++;
      }
    }
    return updated;
  }
}
