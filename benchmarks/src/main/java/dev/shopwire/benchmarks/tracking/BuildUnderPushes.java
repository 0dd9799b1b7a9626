package dev.shopwire.benchmarks.tracking;

import static dev.shopwire.benchmarks.measure.Output.line;

import dev.shopwire.benchmarks.identify.Pushes;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.benchmarks.measure.Rounds;
import dev.shopwire.benchmarks.measure.Segments;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Verdicts;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleSupplier;

/**
 * Measures the build and the drift check of a tracked segment while identify calls continue at half
 * of the most that the service accepts.
 */
final class BuildUnderPushes {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int CONNECTIONS = 64;
  private static final double SLOWER = 2;
  private static final PostRequests CHANGES =
      new PostRequests("/v1/identify", Pushes::changing, 1, "\"customer\":");

  /** Half of the customers have so many seats. */
  private static final String HALF = "cf:seats gte 31";

  private static final String STANDARD =
      "cf:seats gte 100 AND cf:plan = \"pro\" AND event:report_exported performed within 30d";

  private final Installation installation;
  private final Segments segments;
  private final double buildLimit;
  private final double checkLimit;
  private final Rounds.Length length;
  private double perSecond;

  /**
   * @param customers of the installation; a million may take a minute
   */
  BuildUnderPushes(Installation installation, long customers, Rounds.Length length) {
    this.installation = installation;
    this.segments = new Segments(installation, installation.app().workspaceId());
    this.buildLimit = Math.max(5, 60 * customers / 1e6);
    this.checkLimit = buildLimit / 2;
    this.length = length;
  }

  void measure(Verdicts verdicts) {
    Pushes.createShops(body -> installation.app().api().post("/v1/identify", body));
    installation.post(CHANGES, CONNECTIONS, length.warmUpSeconds());
    perSecond = installation.post(CHANGES, CONNECTIONS, length.seconds()).perSecond() / 2;
    Slice alone = push();
    line("%nhalf of the most pushes: %,.0f/s, p99 %.1f ms", perSecond, alone.millis(99));
    measure(
        verdicts, "build of " + STANDARD, alone, () -> build("exporters", STANDARD), buildLimit);
    measure(verdicts, "build of " + HALF, alone, () -> build("half", HALF), buildLimit);
    measure(verdicts, "drift check of " + HALF, alone, this::verify, checkLimit);
  }

  private void measure(
      Verdicts verdicts, String what, Slice alone, DoubleSupplier work, double limit) {
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Slice> pushing =
        CompletableFuture.supplyAsync(
            () -> {
              Slice pushed = push();
              while (!isOver.get()) {
                pushed.append(push());
              }
              return pushed;
            });
    double took = work.getAsDouble();
    isOver.set(true);
    Slice beside = pushing.join();
    verdicts.atMost(what + ", s", "%.1f", took, limit);
    verdicts.add(
        "pushes beside it: p99 / alone",
        "≤ %.1f".formatted(SLOWER),
        String.format(
            Locale.ROOT,
            "%.2f (%.1f / %.1f ms)",
            beside.millis(99) / alone.millis(99),
            beside.millis(99),
            alone.millis(99)),
        beside.millis(99) <= SLOWER * alone.millis(99));
  }

  private Slice push() {
    return installation.post(CHANGES, CONNECTIONS, length.seconds(), perSecond);
  }

  private double build(String name, String text) {
    return segments.awaitCurrent(segments.save(name, text, true), LIMIT);
  }

  private double verify() {
    String id = segments.save("half", HALF, true);
    segments.awaitCurrent(id, LIMIT);
    segments.verify(id);
    segments.await(id, LIMIT, tracking -> tracking.at("/drift/finishedAt").isTextual());
    var drift = segments.read(id).at("/tracking/drift");
    line("%ndrift: %s", drift);
    return Duration.between(
                Instant.parse(drift.path("startedAt").asText()),
                Instant.parse(drift.path("finishedAt").asText()))
            .toMillis()
        / 1e3;
  }
}
