package dev.shopwire.console.system;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.contracts.AnalyticsContracts.BacklogRequest;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.contracts.WebhookContracts.Queue;
import dev.shopwire.common.contracts.WebhookContracts.Queues;
import dev.shopwire.common.contracts.WebhookContracts.QueuesRequest;
import dev.shopwire.common.nodes.NodeStatus;
import dev.shopwire.common.nodes.Nodes;
import dev.shopwire.common.nodes.Nodes.Node;
import dev.shopwire.common.nodes.StoreStatus;
import dev.shopwire.common.role.Role;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Composes the state of the installation from what processes and roles report. What does not
 * respond is named instead. Not thread-safe; use from one event loop.
 */
public final class SystemStatus {
  private static final List<String> STORES = List.of("postgres", "redis", "replica");

  private final Vertx vertx;

  public SystemStatus(Vertx vertx) {
    this.vertx = vertx;
  }

  public Future<Map<String, @Nullable Object>> read(Caller caller) {
    Future<List<Node>> nodes = Nodes.query(vertx);
    Future<Optional<List<Queue>>> events = backlog();
    Future<Optional<List<Queue>>> webhooks =
        WebhookContracts.QUEUES
            .call(vertx, new QueuesRequest(caller))
            .map(Queues::queues)
            .map(Optional::of)
            .otherwise(Optional.empty());
    return Future.join(nodes, events, webhooks)
        .map(all -> response(nodes.result(), events.result(), webhooks.result()));
  }

  /** The events that are not in the rollups yet. */
  private Future<Optional<List<Queue>>> backlog() {
    return AnalyticsContracts.BACKLOG
        .call(vertx, new BacklogRequest())
        .map(
            backlog ->
                Optional.of(List.of(new Queue("rollups", backlog.events(), backlog.seconds()))))
        .otherwise(Optional.empty());
  }

  private static Map<String, @Nullable Object> response(
      List<Node> nodes, Optional<List<Queue>> events, Optional<List<Queue>> webhooks) {
    List<NodeStatus> responding = nodes.stream().flatMap(node -> node.status().stream()).toList();
    TreeSet<String> missing = new TreeSet<>(Role.ids());
    responding.forEach(status -> missing.removeAll(status.roles()));
    List<Queue> queues = new ArrayList<>();
    events.ifPresentOrElse(queues::addAll, () -> missing.add(Role.ANALYTICS.id()));
    webhooks.ifPresentOrElse(queues::addAll, () -> missing.add(Role.WEBHOOK.id()));
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put("nodes", nodes.stream().map(SystemStatus::json).toList());
    response.put("stores", stores(responding));
    response.put("queues", queues);
    response.put("missing", missing);
    return response;
  }

  /** A process that does not respond has only an id and an address. */
  private static Map<String, @Nullable Object> json(Node node) {
    Optional<NodeStatus> status = node.status();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", node.id());
    json.put("address", node.address());
    json.put("version", status.map(NodeStatus::version).orElse(null));
    json.put("startedAt", status.map(NodeStatus::startedAt).orElse(null));
    json.put("roles", status.map(NodeStatus::roles).orElse(List.of()));
    json.put("heapUsedBytes", status.map(NodeStatus::heapUsedBytes).orElse(null));
    json.put("heapMaxBytes", status.map(NodeStatus::heapMaxBytes).orElse(null));
    return json;
  }

  /** Each store as the process sees it for which it is the worst. */
  static List<StoreStatus> stores(List<NodeStatus> nodes) {
    return STORES.stream()
        .flatMap(
            name ->
                nodes.stream()
                    .flatMap(node -> node.stores().stream())
                    .filter(store -> store.name().equals(name))
                    .reduce(SystemStatus::worse)
                    .stream())
        .toList();
  }

  private static StoreStatus worse(StoreStatus one, StoreStatus other) {
    if (one.ok() != other.ok()) {
      return one.ok() ? other : one;
    }
    return latency(one) >= latency(other) ? one : other;
  }

  private static double latency(StoreStatus store) {
    return store.latencyMs() == null ? 0 : store.latencyMs();
  }
}
