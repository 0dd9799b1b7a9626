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
 * Who listens at which address, as this node knows it: what it said itself, and what it heard last.
 *
 * <p>The cluster's own list can be wrong after a member was frozen or cut off: others removed its
 * entries while it was away, or entries of one that is gone came back with a merge, or the event
 * that told of either was lost. So the list is compared with the truth again and again: this node's
 * own entries, and the members that are there. Any thread.
 */
final class SubscriptionDirectory {
  private final Map<String, Set<RegistrationInfo>> own = new ConcurrentHashMap<>();
  private final Map<String, List<RegistrationInfo>> told = new ConcurrentHashMap<>();
  private Set<Listening> suspects = Set.of();
  private volatile @Nullable RegistrationListener listener;
  private volatile boolean withdrawn;

  /**
   * What was put right.
   *
   * @param announced own entries that the cluster had lost
   * @param purged entries of nodes that are no members, or of this one where it listens no more
   * @param retold addresses of which this node had heard something else
   */
  record Repair(int announced, int purged, int retold) {
    boolean isEmpty() {
      return announced + purged + retold == 0;
    }
  }

  private record Listening(String address, RegistrationInfo registration) {}

  void listener(RegistrationListener listener) {
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
   * What the bus is to believe of {@code heard}. A node that withdraws still calls itself if nobody
   * else is there to call. The bus gives nodes with different numbers of entries a share of that
   * number less one: one more each makes the shares right, and none nothing.
   */
  List<RegistrationInfo> told(String address, List<RegistrationInfo> heard) {
    List<RegistrationInfo> registrations = new ArrayList<>(heard);
    if (withdrawn && heard.isEmpty()) {
      registrations.addAll(own.getOrDefault(address, Set.of()));
    }
    told.put(address, List.copyOf(registrations));
    Map<String, RegistrationInfo> nodes = new HashMap<>();
    registrations.forEach(entry -> nodes.put(entry.nodeId(), entry));
    registrations.addAll(nodes.values());
    return registrations;
  }

  /** Blocking. */
  synchronized void withdraw(MultiMap<String, HazelcastRegistrationInfo> entries) {
    withdrawn = true;
    own.forEach(
        (address, registrations) ->
            registrations.forEach(
                registration ->
                    entries.remove(address, new HazelcastRegistrationInfo(registration))));
  }

  /** Blocking: one look at all entries. */
  synchronized Repair repair(
      MultiMap<String, HazelcastRegistrationInfo> entries, Set<String> nodes, String self) {
    if (withdrawn) {
      return new Repair(0, 0, 0);
    }
    Map<String, List<RegistrationInfo>> found = new HashMap<>();
    Set<Listening> wrong = new HashSet<>();
    int purged = 0;
    for (Map.Entry<String, HazelcastRegistrationInfo> entry : entries.entrySet()) {
      Listening listening = new Listening(entry.getKey(), entry.getValue().unwrap());
      if (!isTrue(listening, nodes, self)) {
        wrong.add(listening);
        // What was wrong a look ago too is not just about to change.
        if (suspects.contains(listening)) {
          entries.remove(entry.getKey(), entry.getValue());
          purged++;
          continue;
        }
      }
      found
          .computeIfAbsent(listening.address(), any -> new ArrayList<>())
          .add(listening.registration());
    }
    suspects = wrong;
    int announced = announce(entries, found);
    return new Repair(announced, purged, retell(found));
  }

  private boolean isTrue(Listening listening, Set<String> nodes, String self) {
    String node = listening.registration().nodeId();
    return node.equals(self)
        ? own.getOrDefault(listening.address(), Set.of()).contains(listening.registration())
        : nodes.contains(node);
  }

  private int announce(
      MultiMap<String, HazelcastRegistrationInfo> entries,
      Map<String, List<RegistrationInfo>> found) {
    int announced = 0;
    for (Map.Entry<String, Set<RegistrationInfo>> mine : own.entrySet()) {
      for (RegistrationInfo registration : mine.getValue()) {
        List<RegistrationInfo> there =
            found.computeIfAbsent(mine.getKey(), any -> new ArrayList<>());
        if (!there.contains(registration)) {
          entries.put(mine.getKey(), new HazelcastRegistrationInfo(registration));
          there.add(registration);
          announced++;
        }
      }
    }
    return announced;
  }

  private int retell(Map<String, List<RegistrationInfo>> found) {
    RegistrationListener bus = listener;
    if (bus == null) {
      return 0;
    }
    int retold = 0;
    for (Map.Entry<String, List<RegistrationInfo>> last : told.entrySet()) {
      String address = last.getKey();
      List<RegistrationInfo> now = found.getOrDefault(address, List.of());
      if (bus.wantsUpdatesFor(address)
          && !new HashSet<>(now).equals(new HashSet<>(last.getValue()))) {
        bus.registrationsUpdated(new RegistrationUpdateEvent(address, told(address, now)));
        retold++;
      }
    }
    return retold;
  }
}
