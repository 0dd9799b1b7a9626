package dev.shopwire.app.cluster;

import com.hazelcast.config.AdvancedNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MultiMapConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;

/**
 * Configures Hazelcast for this service: it only stores the list of members and of their
 * subscriptions, none of it critical, and detects failed members quickly.
 */
final class HazelcastConfig {
  /** The map in which vertx-hazelcast stores the subscriptions by address. */
  static final String SUBSCRIPTIONS = "__vertx.subs";

  private HazelcastConfig() {}

  static Config of(ClusterConfig cluster) {
    Config config = new Config();
    config.setClusterName(cluster.name());
    configureNetwork(config.getAdvancedNetworkConfig(), cluster);
    config.addMultiMapConfig(
        new MultiMapConfig(SUBSCRIPTIONS)
            .setBackupCount(1)
            .setValueCollectionType(MultiMapConfig.ValueCollectionType.SET));
    config.getJetConfig().setEnabled(false);
    config.getSerializationConfig().setJavaSerializationFilterConfig(SerializationFilter.config());
    disableExtras(config);
    configureFailureDetection(config, cluster.silenceSeconds());
    limitThreads(config);
    return config;
  }

  /**
   * Uses a socket only for members. The default one, which speaks several protocols, is unsuitable:
   * while a connection to a frozen member waits for its first bytes, a thread busy-loops on it, the
   * heartbeats of others wait behind it, and healthy members are removed.
   */
  private static void configureNetwork(AdvancedNetworkConfig network, ClusterConfig cluster) {
    ServerSocketEndpointConfig endpoint = new ServerSocketEndpointConfig();
    endpoint.setPort(cluster.port()).setPortAutoIncrement(false);
    endpoint.getInterfaces().setEnabled(true).addInterface(cluster.host());
    network.setEnabled(true).setMemberEndpointConfig(endpoint);
    JoinConfig join = network.getJoin();
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    if (!cluster.members().isEmpty()) {
      join.getTcpIpConfig()
          .setEnabled(true)
          .setConnectionTimeoutSeconds(2)
          .setMembers(cluster.members());
    }
    cluster
        .dns()
        .ifPresent(
            name ->
                // In this mode it only resolves the name's addresses.
                join.getKubernetesConfig()
                    .setEnabled(true)
                    .setProperty("service-dns", name)
                    .setProperty("service-port", Integer.toString(cluster.port())));
    cluster
        .kubernetes()
        .ifPresent(
            kubernetes -> {
              join.getKubernetesConfig()
                  .setEnabled(true)
                  .setProperty("service-name", kubernetes.service())
                  .setProperty("service-port", Integer.toString(cluster.port()));
              kubernetes
                  .namespace()
                  .ifPresent(name -> join.getKubernetesConfig().setProperty("namespace", name));
            });
  }

  private static void disableExtras(Config config) {
    config
        .setProperty("hazelcast.logging.type", "slf4j")
        .setProperty("hazelcast.phone.home.enabled", "false")
        .setProperty("hazelcast.shutdownhook.enabled", "false")
        .setProperty("hazelcast.health.monitoring.level", "OFF")
        // Listen only on the node's own address.
        .setProperty("hazelcast.socket.bind.any", "false");
  }

  /**
   * Hazelcast's default timeouts are minutes. A member that dies closes its connections: it is
   * removed after three refused ones, 100 ms apart. A silent one (frozen, or disconnected) is
   * removed after {@code silenceSeconds} seconds without heartbeats, one a second. It comes back by
   * itself: alone, it looks for the others every two seconds, and joins them.
   */
  private static void configureFailureDetection(Config config, int silenceSeconds) {
    config
        .setProperty("hazelcast.heartbeat.interval.seconds", "1")
        .setProperty("hazelcast.max.no.heartbeat.seconds", Integer.toString(silenceSeconds))
        .setProperty("hazelcast.connection.monitor.interval", "100")
        .setProperty("hazelcast.connection.monitor.max.faults", "3")
        .setProperty("hazelcast.member.list.publish.interval.seconds", "2")
        // If the oldest member fails, the next one asks all others before it takes over, this many
        // times at growing intervals, and removes those that haven't agreed by then: three seconds,
        // as some notice the silence later than others.
        .setProperty("hazelcast.mastership.claim.timeout.seconds", "20")
        // Of two members that don't see each other, but are seen by the rest, one is removed and
        // rejoins.
        .setProperty("hazelcast.partial.member.disconnection.resolution.heartbeat.count", "5")
        .setProperty("hazelcast.merge.first.run.delay.seconds", "2")
        .setProperty("hazelcast.merge.next.run.delay.seconds", "2")
        .setProperty("hazelcast.max.join.merge.target.seconds", "5")
        .setProperty("hazelcast.socket.connect.timeout.seconds", "2")
        // At startup, members that appear within a second join before any of them leads.
        .setProperty("hazelcast.wait.seconds.before.join", "1")
        .setProperty("hazelcast.max.wait.seconds.before.join", "3")
        .setProperty("hazelcast.max.join.seconds", "25")
        // Calls within Hazelcast wait no longer for a member than it may stay silent.
        .setProperty(
            "hazelcast.operation.call.timeout.millis", Integer.toString(silenceSeconds * 1_000))
        .setProperty("hazelcast.operation.backup.timeout.millis", "1000")
        .setProperty("hazelcast.graceful.shutdown.max.wait", "2");
  }

  /** A few hundred entries need neither 271 partitions nor a thread per processor. */
  private static void limitThreads(Config config) {
    config
        .setProperty("hazelcast.partition.count", "31")
        .setProperty("hazelcast.operation.thread.count", "2")
        .setProperty("hazelcast.operation.generic.thread.count", "2")
        .setProperty("hazelcast.io.thread.count", "2");
  }
}
