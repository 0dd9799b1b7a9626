package dev.shopwire.app.cluster;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.instance.impl.NodeContext;
import dev.shopwire.app.cluster.tls.ClusterTls;
import io.vertx.core.Completable;
import io.vertx.core.Vertx;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Vert.x's cluster manager on Hazelcast, with a {@link SubscriptionDirectory} that records what
 * this process announced to the cluster and what it received. Thread-safe.
 */
final class ClusterNode extends HazelcastClusterManager {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterNode.class);

  /** Identifies a Hazelcast member that vertx-hazelcast didn't create itself. */
  private static final String NODE_ID = "__vertx.nodeId";

  private final SubscriptionDirectory directory = new SubscriptionDirectory();
  private Vertx vertx;

  /** Joins the others, or becomes the leader if there are none; blocking. */
  @SuppressWarnings("NullAway.Init") // init() sets the rest
  ClusterNode(ClusterConfig config) {
    super(join(config));
  }

  private static HazelcastInstance join(ClusterConfig cluster) {
    Config config = HazelcastConfig.of(cluster);
    config.getMemberAttributeConfig().setAttribute(NODE_ID, UUID.randomUUID().toString());
    NodeContext context =
        cluster.tls().map(ClusterTls::hazelcast).orElseGet(DefaultNodeContext::new);
    return HazelcastInstanceFactory.newHazelcastInstance(config, config.getInstanceName(), context);
  }

  @Override
  public void init(Vertx vertx) {
    this.vertx = vertx;
    super.init(vertx);
  }

  /** Shuts Hazelcast down here, as Vert.x only ends an instance that it created itself. */
  @Override
  public void leave(Completable<Void> promise) {
    super.leave(
        (left, failure) ->
            vertx
                .<Void>executeBlocking(
                    () -> {
                      getHazelcastInstance().shutdown();
                      return null;
                    })
                .onComplete(promise));
  }

  /** Terminates the node if Vert.x could not be built with it. */
  void abandon() {
    getHazelcastInstance().getLifecycleService().terminate();
  }

  SubscriptionDirectory directory() {
    return directory;
  }

  /** Repairs the cluster's subscription list; blocking. */
  SubscriptionDirectory.Repair repair() {
    return directory.repair(
        getHazelcastInstance().getMultiMap(HazelcastConfig.SUBSCRIPTIONS),
        Set.copyOf(getNodes()),
        getNodeId());
  }

  /** Makes others send this node nothing new, while it still responds; blocking. */
  void withdraw() {
    directory.withdraw(getHazelcastInstance().getMultiMap(HazelcastConfig.SUBSCRIPTIONS));
  }

  @Override
  public synchronized void memberAdded(MembershipEvent event) {
    logChange("joined", event);
    super.memberAdded(event);
  }

  @Override
  public synchronized void memberRemoved(MembershipEvent event) {
    logChange("left", event);
    super.memberRemoved(event);
  }

  private static void logChange(String change, MembershipEvent event) {
    LOG.info(
        "Member {} {}, {} members",
        event.getMember().getAddress(),
        change,
        event.getMembers().size());
  }

  @Override
  public void registrationListener(RegistrationListener listener) {
    directory.setListener(listener);
    super.registrationListener(
        new RegistrationListener() {
          @Override
          public void registrationsUpdated(RegistrationUpdateEvent event) {
            listener.registrationsUpdated(
                new RegistrationUpdateEvent(
                    event.address(), directory.receive(event.address(), event.registrations())));
          }

          @Override
          public void registrationsLost() {
            listener.registrationsLost();
          }

          @Override
          public boolean wantsUpdatesFor(String address) {
            return listener.wantsUpdatesFor(address);
          }
        });
  }

  @Override
  public void addRegistration(
      String address, RegistrationInfo registration, Completable<Void> promise) {
    directory.add(address, registration);
    super.addRegistration(address, registration, promise);
  }

  @Override
  public void removeRegistration(
      String address, RegistrationInfo registration, Completable<Void> promise) {
    directory.remove(address, registration);
    super.removeRegistration(address, registration, promise);
  }

  @Override
  public void getRegistrations(String address, Completable<List<RegistrationInfo>> promise) {
    super.getRegistrations(
        address,
        (found, failure) -> {
          if (failure == null) {
            promise.succeed(directory.receive(address, found));
          } else {
            promise.fail(failure);
          }
        });
  }
}
