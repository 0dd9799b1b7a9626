package dev.shopwire.benchmarks.ingest;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Starts the service with its embedded stores and measures, in turn and in one run, batches of 200
 * on 16 connections, single events on 64 and 256, and beside them plain SQL. Load, service and
 * stores share the machine. Figures worth keeping are the ratios.
 *
 * <p>Arguments: seconds of warm-up (20), seconds a slice (8), rounds (5).
 */
public final class IngestBenchmark {
  private static final String ADMIN_TOKEN = "admin-token-for-benchmarks";
  private static final int LOOPS = 2;
  private static final int BATCH = 200;
  private static final int GROUP = 1_000;
  private static final int SQL_APP = 1_000_000;

  private final Vertx vertx = Vertx.vertx();
  private final ServiceProcess service;
  private final Postgres postgres;
  private final String key;

  private IngestBenchmark(Path directory) throws IOException {
    service = ServiceProcess.start(directory, Map.of("SHOPWIRE_ADMIN_TOKEN", ADMIN_TOKEN));
    postgres = new Postgres(Files.readString(directory.resolve("data/postgres.uri")).trim());
    key = new Tenants(service.consoleUrl(), service.httpUrl(), ADMIN_TOKEN).app().key();
    new Sql(postgres.uri()).run(PlainSql.MAKE_ONE_TABLE);
  }

  public static void main(String[] arguments) throws IOException {
    int warmUp = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8;
    int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 5;
    Path directory = TemporaryFiles.directory("benchmark");
    IngestBenchmark benchmark = new IngestBenchmark(directory);
    try {
      new Report(benchmark.measure(warmUp, seconds, rounds)).print();
    } finally {
      benchmark.vertx.close().toCompletionStage().toCompletableFuture().join();
      benchmark.service.close();
      TemporaryFiles.delete(directory);
    }
  }

  private Map<Way, List<Slice>> measure(int warmUp, int seconds, int rounds) {
    for (Way way : Way.values()) {
      run(way, Math.max(1, warmUp / Way.values().length));
    }
    run(Way.BATCHES, Math.max(1, warmUp / 2));
    run(Way.SINGLES_64, Math.max(1, warmUp / 2));
    Map<Way, List<Slice>> slices = new EnumMap<>(Way.class);
    for (int round = 1; round <= rounds; round++) {
      System.out.printf(Locale.ROOT, "round %d, calibration %.1f ms%n", round, calibrate());
      for (Way way : Way.values()) {
        Slice slice = run(way, seconds);
        slices.computeIfAbsent(way, key -> new ArrayList<>()).add(slice);
        System.out.printf(
            Locale.ROOT,
            "  %-52s %,9.0f events/s  p50 %6.1f ms  p99 %6.1f ms%s%n",
            way.title,
            slice.eventsPerSecond(),
            slice.millis(50),
            slice.millis(99),
            slice.refusals());
      }
    }
    return slices;
  }

  /** How long a fixed loop takes: tells whether the machine's speed changed between rounds. */
  private static double calibrate() {
    long start = System.nanoTime();
    long x = start | 1;
    for (int i = 0; i < 50_000_000; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return (System.nanoTime() - start + (x == 0 ? 1 : 0)) / 1e6;
  }

  private Slice run(Way way, int seconds) {
    int port = URI.create(service.httpUrl()).getPort();
    return onLoops(
        way.connections,
        seconds,
        (slice, until) ->
            switch (way) {
              case BATCHES ->
                  HttpLoad.run(vertx, port, key, () -> Events.batch(BATCH), BATCH, slice, until);
              case SINGLES_64, SINGLES_256 ->
                  HttpLoad.run(vertx, port, key, Events::single, 1, slice, until);
              case SQL_GROUPS ->
                  PlainSql.run(vertx, postgres, PlainSql.GROUP, SQL_APP, GROUP, slice, until);
              case SQL_ONE_TABLE ->
                  PlainSql.run(vertx, postgres, PlainSql.ONE_TABLE, SQL_APP, GROUP, slice, until);
              case SQL_SINGLES ->
                  PlainSql.run(vertx, postgres, PlainSql.GROUP, SQL_APP, 1, slice, until);
            });
  }

  /** One connection's work for a slice. */
  private interface Work {
    Future<Void> start(Slice slice, long until);
  }

  /** Spreads the connections over the event loops; each has a slice of its own to write to. */
  private Slice onLoops(int connections, int seconds, Work work) {
    long start = System.nanoTime();
    long until = start + TimeUnit.SECONDS.toNanos(seconds);
    List<Context> loops = new ArrayList<>();
    List<Slice> slices = new ArrayList<>();
    for (int i = 0; i < LOOPS; i++) {
      loops.add(vertx.getOrCreateContext());
      slices.add(new Slice());
    }
    List<Future<Void>> running = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      Slice slice = slices.get(i % LOOPS);
      Promise<Void> done = Promise.promise();
      loops.get(i % LOOPS).runOnContext(go -> work.start(slice, until).onComplete(done));
      running.add(done.future());
    }
    await(Future.all(running), Duration.ofSeconds(seconds + 30L));
    Slice all = Slice.merge(slices);
    all.took(System.nanoTime() - start);
    return all;
  }

  private static void await(Future<?> future, Duration time) {
    try {
      future.toCompletionStage().toCompletableFuture().get(time.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
