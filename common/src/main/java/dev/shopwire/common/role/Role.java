package dev.shopwire.common.role;

import dev.shopwire.common.bus.Contract;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The roles of a process, which runs one or several ({@code SHOPWIRE_VERTICLES}). */
public enum Role {
  INGEST,
  ANALYTICS,
  ENRICHMENT,
  ATTRIBUTION,
  AUTOMATION,
  SOURCES,
  WEBHOOK,
  CONSOLE;

  /** Requests the state of a role. */
  public record StatusRequest() {}

  /** The reply of a role: whether it is ready. */
  public record Status(String role, boolean ready) {}

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * A request that this role serves, at the address {@code shopwire.<role>.<name>}.
   *
   * @param timeout how long a caller waits for the reply
   */
  public <Q, R> Contract<Q, R> contract(
      String name, Class<Q> request, Class<R> reply, Duration timeout) {
    return new Contract<>("shopwire." + id() + "." + name, request, reply, timeout);
  }

  /** The contract by which any process with this role reports its state. */
  public Contract<StatusRequest, Status> status() {
    return contract("status", StatusRequest.class, Status.class, Duration.ofMillis(500));
  }

  /** Serves this role's state from now on; completes when the address is registered on the bus. */
  public Future<Void> serveStatus(Vertx vertx) {
    return status().serve(vertx, request -> Future.succeededFuture(new Status(id(), true)));
  }

  public static Role of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }

  public static List<String> ids() {
    return Arrays.stream(values()).map(Role::id).toList();
  }
}
