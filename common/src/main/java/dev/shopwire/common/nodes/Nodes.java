package dev.shopwire.common.nodes;

import dev.shopwire.common.bus.Contract;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.cluster.NodeInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Queries the status of all processes: the members of the cluster, or this one alone. */
public final class Nodes {
  /** The id of a process that is not in a cluster. */
  private static final String ALONE = "local";

  private static final long INFO_MILLIS = 500;

  /** Every process serves it under its id in the cluster. */
  private static final Contract<StatusRequest, NodeStatus> STATUS =
      new Contract<>(
          "shopwire.node.status", StatusRequest.class, NodeStatus.class, Duration.ofSeconds(1));

  private Nodes() {}

  /** Requests the status of a process. */
  public record StatusRequest() {}

  /**
   * A process.
   *
   * @param address host and port on which it accepts messages of the others
   * @param status empty if it does not respond
   */
  public record Node(String id, @Nullable String address, Optional<NodeStatus> status) {}

  /** Reports the status of this process from now on. */
  public static Future<Void> serve(Vertx vertx, Supplier<Future<NodeStatus>> status) {
    ClusterManager cluster = cluster(vertx);
    String id = cluster == null ? ALONE : cluster.getNodeId();
    return STATUS.at(id).serve(vertx, request -> status.get());
  }

  /** All processes, including those that don't respond. */
  public static Future<List<Node>> query(Vertx vertx) {
    ClusterManager cluster = cluster(vertx);
    List<Future<Node>> nodes =
        cluster == null
            ? List.of(status(vertx, ALONE).map(status -> new Node(ALONE, "localhost", status)))
            : cluster.getNodes().stream().sorted().map(id -> member(vertx, cluster, id)).toList();
    return Future.join(nodes).map(all -> nodes.stream().map(Future::result).toList());
  }

  private static Future<Node> member(Vertx vertx, ClusterManager cluster, String id) {
    Future<Optional<NodeStatus>> status = status(vertx, id);
    return address(cluster, id)
        .compose(address -> status.map(found -> new Node(id, address.orElse(null), found)));
  }

  private static Future<Optional<NodeStatus>> status(Vertx vertx, String id) {
    return STATUS
        .at(id)
        .call(vertx, new StatusRequest())
        .map(Optional::of)
        .otherwise(Optional.empty());
  }

  private static Future<Optional<String>> address(ClusterManager cluster, String id) {
    Promise<NodeInfo> info = Promise.promise();
    cluster.getNodeInfo(id, info);
    return info.future()
        .timeout(INFO_MILLIS, TimeUnit.MILLISECONDS)
        .map(found -> Optional.of(found.host() + ":" + found.port()))
        .otherwise(Optional.empty());
  }

  private static @Nullable ClusterManager cluster(Vertx vertx) {
    return vertx.isClustered() ? ((VertxInternal) vertx).clusterManager() : null;
  }
}
