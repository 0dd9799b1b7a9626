package dev.shopwire.benchmarks.tracking;

import dev.shopwire.benchmarks.identify.Pushes;
import dev.shopwire.benchmarks.ingest.Events;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.benchmarks.measure.Segments;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Target;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A workspace with shops, an app that pushes, and tracked segments of one kind. */
final class TrackedWorkspace {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int BATCH = 200;
  private static final PostRequests CHANGES =
      new PostRequests(
          "/v1/identify", Pushes::changing, 1, "\"written\":2,\"unchanged\":8,\"unset\":0,");
  private static final PostRequests BATCHES =
      new PostRequests(
          "/v1/usage_events", () -> Events.batch(BATCH), BATCH, "\"accepted\":" + BATCH + ",");

  /** What the segments read. */
  enum Kind {
    NONE,
    /** The fields that change with each push; one of ten segments changes its members often. */
    FIELDS,
    EVENTS,
    OTHER_EVENTS;

    private String text(int number) {
      return switch (this) {
        case NONE -> throw new IllegalStateException("no segments");
        case FIELDS ->
            number % 10 == 0
                ? "cf:last_report contains \"%d7\"".formatted(number / 10)
                : "cf:seats gte %d000 AND cf:last_report is set".formatted(number);
        case EVENTS ->
            number % 2 == 0
                ? "event:report_exported count gte %d000 within 30d".formatted(1 + number)
                : "event:report_exported performed within %dd".formatted(1 + number);
        case OTHER_EVENTS -> "event:other_%d count gte 3 within 30d".formatted(number);
      };
    }
  }

  private final Installation installation;
  private final Target target;
  private final List<String> tracked = new ArrayList<>();
  private final Segments segments;

  /**
   * Creates it, and waits until its segments are built.
   *
   * @param count how many segments
   */
  TrackedWorkspace(Installation installation, Kind kind, int count) {
    this.installation = installation;
    Tenants.App app = installation.tenants().app();
    this.target = new Target(installation.publicTarget().url(), "X-Api-Key", app.key());
    this.segments = new Segments(installation, app.workspaceId());
    if (kind == Kind.NONE || kind == Kind.FIELDS) {
      Pushes.createShops(body -> app.api().post("/v1/identify", body));
    }
    for (int i = 0; kind != Kind.NONE && i < count; i++) {
      String id = segments.save("segment " + i, kind.text(i), true);
      segments.awaitCurrent(id, LIMIT);
      tracked.add(id);
    }
  }

  Slice identify(int connections, double seconds) {
    return installation.post(target, CHANGES, connections, seconds);
  }

  Slice sendEvents(int connections, double seconds) {
    return installation.post(target, BATCHES, connections, seconds);
  }

  /** Waits until nothing is pending; returns seconds. */
  double awaitEvaluated() {
    return tracked.isEmpty()
        ? 0
        : segments.await(tracked.get(0), LIMIT, tracking -> tracking.path("pending").asLong() == 0);
  }
}
