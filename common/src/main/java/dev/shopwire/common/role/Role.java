package dev.shopwire.common.role;

import dev.shopwire.common.bus.Contract;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a process may be; a process runs one or several ({@code SHOPWIRE_VERTICLES}). */
public enum Role {
  INGEST,
  ANALYTICS,
  ENRICHMENT,
  ATTRIBUTION,
  WEBHOOK,
  CONSOLE;

  /** Asks a role for its state. */
  public record StatusRequest() {}

  /** A role's answer: it runs and is ready. */
  public record Status(String role, boolean ready) {}

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Where any process that runs this role answers for its state. */
  public Contract<StatusRequest, Status> status() {
    return new Contract<>(
        "shopwire." + word() + ".status",
        StatusRequest.class,
        Status.class,
        Duration.ofMillis(500));
  }

  /** Answers for this role's state from now on; done when the bus knows the address. */
  public Future<Void> serveStatus(Vertx vertx) {
    return status().serve(vertx, asked -> Future.succeededFuture(new Status(word(), true)));
  }

  public static Role of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(Role::word).toList();
  }
}
