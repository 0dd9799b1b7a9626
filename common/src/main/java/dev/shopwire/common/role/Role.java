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
  WEBHOOK,
  CONSOLE;

  /** Requests the state of a role. */
  public record StatusRequest() {}

  /** The reply of a role: whether it is ready. */
  public record Status(String role, boolean ready) {}

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The contract by which any process with this role reports its state. */
  public Contract<StatusRequest, Status> status() {
    return new Contract<>(
        "shopwire." + word() + ".status",
        StatusRequest.class,
        Status.class,
        Duration.ofMillis(500));
  }

  /** Serves this role's state from now on; completes when the address is registered on the bus. */
  public Future<Void> serveStatus(Vertx vertx) {
    return status().serve(vertx, request -> Future.succeededFuture(new Status(word(), true)));
  }

  public static Role of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(Role::word).toList();
  }
}
