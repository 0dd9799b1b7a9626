package dev.shopwire.common.nodes;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Checks the stores that a process uses, on the connections that use them. One per Vert.x instance;
 * thread-safe.
 */
public final class StoreProbes implements Shareable {
  private static final String KEY = "dev.shopwire.storeProbes";
  private static final long TIMEOUT_MILLIS = 700;
  private static final double NANOS_PER_MILLI = 1e6;

  /** A check and the context that it runs on. */
  private record Probe(Context context, Supplier<Future<String>> version) {}

  private final Map<String, Probe> probes = new ConcurrentSkipListMap<>();

  private StoreProbes() {}

  public static StoreProbes of(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, StoreProbes>getLocalMap(KEY)
        .computeIfAbsent(KEY, key -> new StoreProbes());
  }

  /**
   * Adds a store, or replaces its check.
   *
   * @param version queries its version, on the calling verticle's context
   */
  public void add(String store, Vertx vertx, Supplier<Future<String>> version) {
    probes.put(store, new Probe(vertx.getOrCreateContext(), version));
  }

  /** Checks all stores at once. Never fails. */
  public Future<List<StoreStatus>> check() {
    List<Future<StoreStatus>> checks =
        probes.entrySet().stream().map(each -> check(each.getKey(), each.getValue())).toList();
    return Future.join(checks).map(all -> checks.stream().map(Future::result).toList());
  }

  private static Future<StoreStatus> check(String store, Probe probe) {
    Promise<String> version = Promise.promise();
    long start = System.nanoTime();
    probe
        .context()
        .runOnContext(
            turn ->
                Future.succeededFuture().compose(now -> probe.version().get()).onComplete(version));
    return version
        .future()
        .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .map(found -> new StoreStatus(store, true, found, millisSince(start)))
        .otherwise(error -> new StoreStatus(store, false, null, null));
  }

  /** With two decimals. */
  private static double millisSince(long start) {
    return Math.round((System.nanoTime() - start) / NANOS_PER_MILLI * 100) / 100.0;
  }
}
