package dev.shopwire.app.cluster;

import com.hazelcast.config.AdvancedNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MultiMapConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;

/**
 * Hazelcast as this service uses it: a list of members and of who listens where, nothing that
 * matters, and quick to see that a member is gone.
 */
final class HazelcastConfig {
  /** Where vertx-hazelcast keeps who listens at which address. */
  static final String SUBSCRIPTIONS = "__vertx.subs";

  private HazelcastConfig() {}

  static Config of(ClusterConfig cluster) {
    Config config = new Config();
    config.setClusterName(cluster.name());
    network(config.getAdvancedNetworkConfig(), cluster);
    config.addMultiMapConfig(
        new MultiMapConfig(SUBSCRIPTIONS)
            .setBackupCount(1)
            .setValueCollectionType(MultiMapConfig.ValueCollectionType.SET));
    config.getJetConfig().setEnabled(false);
    config.getSerializationConfig().setJavaSerializationFilterConfig(JavaObjects.known());
    quiet(config);
    detection(config, cluster.awaySeconds());
    small(config);
    return config;
  }

  /**
   * A socket for members and for nothing else. The ordinary one, which speaks several protocols, is
   * no good here: while a connection to a frozen member waits for its first bytes, a thread goes
   * round and round for it, the heartbeats of others wait behind it, and healthy members are put
   * out.
   */
  private static void network(AdvancedNetworkConfig network, ClusterConfig cluster) {
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
                // In this mode it does nothing but look the name's addresses up.
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

  private static void quiet(Config config) {
    config
        .setProperty("hazelcast.logging.type", "slf4j")
        .setProperty("hazelcast.phone.home.enabled", "false")
        .setProperty("hazelcast.shutdownhook.enabled", "false")
        .setProperty("hazelcast.health.monitoring.level", "OFF")
        // Only the node's own address is listened on.
        .setProperty("hazelcast.socket.bind.any", "false");
  }

  /**
   * Hazelcast's own limits are minutes. A member that dies closes its connections: after three
   * refused ones, 100 ms apart, it is out. One that says nothing (frozen, or cut off) is out after
   * {@code away} seconds of missing heartbeats, one a second. It comes back by itself: alone, it
   * looks every two seconds for the others, and joins them.
   */
  private static void detection(Config config, int away) {
    config
        .setProperty("hazelcast.heartbeat.interval.seconds", "1")
        .setProperty("hazelcast.max.no.heartbeat.seconds", Integer.toString(away))
        .setProperty("hazelcast.connection.monitor.interval", "100")
        .setProperty("hazelcast.connection.monitor.max.faults", "3")
        .setProperty("hazelcast.member.list.publish.interval.seconds", "2")
        // If the oldest member is gone, the next one asks all others before it takes over, so many
        // times, ever more slowly, and puts out who hasn't agreed by then: three seconds, as some
        // notice the silence later than others.
        .setProperty("hazelcast.mastership.claim.timeout.seconds", "20")
        // Two that don't see each other, but are seen by the rest: one of them is put out, and
        // joins anew.
        .setProperty("hazelcast.partial.member.disconnection.resolution.heartbeat.count", "5")
        .setProperty("hazelcast.merge.first.run.delay.seconds", "2")
        .setProperty("hazelcast.merge.next.run.delay.seconds", "2")
        .setProperty("hazelcast.max.join.merge.target.seconds", "5")
        .setProperty("hazelcast.socket.connect.timeout.seconds", "2")
        // The start: others that come within a second join before anybody leads.
        .setProperty("hazelcast.wait.seconds.before.join", "1")
        .setProperty("hazelcast.max.wait.seconds.before.join", "3")
        .setProperty("hazelcast.max.join.seconds", "25")
        // Calls within Hazelcast wait no longer for a member than it may be silent.
        .setProperty("hazelcast.operation.call.timeout.millis", Integer.toString(away * 1_000))
        .setProperty("hazelcast.operation.backup.timeout.millis", "1000")
        .setProperty("hazelcast.graceful.shutdown.max.wait", "2");
  }

  /** Some hundred entries need neither 271 partitions nor a thread for each processor. */
  private static void small(Config config) {
    config
        .setProperty("hazelcast.partition.count", "31")
        .setProperty("hazelcast.operation.thread.count", "2")
        .setProperty("hazelcast.operation.generic.thread.count", "2")
        .setProperty("hazelcast.io.thread.count", "2");
  }
}
