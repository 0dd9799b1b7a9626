package dev.shopwire.benchmarks.tracking;

import static dev.shopwire.benchmarks.measure.Output.line;
import static dev.shopwire.benchmarks.measure.Output.secondsSince;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.benchmarks.measure.Segments;
import dev.shopwire.benchmarks.measure.Target;
import dev.shopwire.benchmarks.measure.Verdicts;
import dev.shopwire.testing.Tenants;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how long after their causes changes of membership arrive as webhooks: at rest, at a
 * constant rate, and while very many customers change at one instant by time alone.
 */
final class TransitionLatency {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int CONNECTIONS = 16;

  /** So many that none changes twice within seconds at the highest rate. */
  private static final long SHOPS = 5_000;

  private static final String FLIPPED = "flipped";
  private static final double LATENCY_SECONDS = 5;
  private static final double DUE_SECONDS = 60;
  private static final double REST_PER_SECOND = 5;

  /** Customers must have been stored and evaluated before they are due. */
  private static final long STORED_PER_SECOND = 1_700;

  private static final String DUE =
      """
      with made as (
        insert into customers (workspace_id, domain)
        select %1$s, 'due-' || i || '.platform.example' from generate_series(1, %2$d) i
        returning workspace_id, id
      )
      insert into custom_field_values (workspace_id, customer_id, field_id, app_id, text_value)
      select m.workspace_id, m.id, f.id, 0, '%3$s' from made m
      join custom_fields f on f.workspace_id = m.workspace_id and f.name = 'due_at'
      """;

  private final Installation installation;
  private final Tenants.App app;
  private final Segments segments;
  private final double seconds;
  private final AtomicLong pushed = new AtomicLong();

  TransitionLatency(Installation installation, double seconds) {
    this.installation = installation;
    this.app = installation.tenants().app();
    this.segments = new Segments(installation, app.workspaceId());
    this.seconds = seconds;
  }

  /**
   * @param perSecond transitions per second
   * @param due how many customers change at one instant
   */
  void measure(Verdicts verdicts, double perSecond, long due) {
    push(
        Buffer.buffer(
            "{\"myplatformDomain\":\"a.platform.example\",\"customFields\":{\"seats\":1,\"due_at\":\"x\"}}"));
    segments.awaitCurrent(segments.save(FLIPPED, "cf:seats gte 100", true), LIMIT);
    try (TransitionReceiver receiver = new TransitionReceiver(FLIPPED)) {
      receiver.subscribe(installation, app.workspaceId());
      flip(receiver, perSecond, seconds); // warms up, and creates the shops
      measure(verdicts, receiver, "at rest", REST_PER_SECOND);
      measure(verdicts, receiver, "%.0f/s".formatted(perSecond), perSecond);
      measureDue(verdicts, receiver, due);
    }
  }

  private void push(Buffer body) {
    app.api().post("/v1/identify", body.toString());
  }

  /** Each push makes its shop enter or leave the segment. */
  private Buffer next() {
    long number = pushed.getAndIncrement();
    return Buffer.buffer(
        "{\"myplatformDomain\":\"flip-%d.platform.example\",\"customFields\":{\"seats\":%d}}"
            .formatted(number % SHOPS, number / SHOPS % 2 == 0 ? 200 : 1));
  }

  /** Returns when all transitions have arrived. */
  private void flip(TransitionReceiver receiver, double perSecond, double time) {
    receiver.reset();
    long before = pushed.get();
    installation.post(
        new Target(installation.publicTarget().url(), "X-Api-Key", app.key()),
        new PostRequests("/v1/identify", this::next, 1, "\"customer\":"),
        CONNECTIONS,
        time,
        perSecond);
    long wanted = pushed.get() - before;
    long start = System.nanoTime();
    while (receiver.count() < wanted && secondsSince(start) < LIMIT.toSeconds()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    line("%,d pushes, %,d transitions arrived", wanted, receiver.count());
  }

  private void measure(
      Verdicts verdicts, TransitionReceiver receiver, String load, double perSecond) {
    flip(receiver, perSecond, seconds);
    judge(verdicts, receiver, "cause to webhook, " + load);
  }

  private static void judge(Verdicts verdicts, TransitionReceiver receiver, String figure) {
    verdicts.add(
        figure,
        "p99 ≤ 5 s",
        String.format(
            Locale.ROOT,
            "p50 %.2f, p99 %.2f, worst %.2f s",
            receiver.seconds(50),
            receiver.seconds(99),
            receiver.seconds(100)),
        receiver.seconds(99) <= LATENCY_SECONDS);
  }

  /** Another segment continues meanwhile. */
  private void measureDue(Verdicts verdicts, TransitionReceiver receiver, long due) {
    String id = segments.save("due", "cf:due_at before now", true);
    segments.awaitCurrent(id, LIMIT);
    Instant at =
        Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(4 + due / STORED_PER_SECOND);
    installation.sql().run(DUE.formatted(app.workspaceId(), due, at));
    double evaluated =
        segments.await(id, LIMIT, tracking -> tracking.path("pending").asLong() == 0);
    Duration wait = Duration.between(Instant.now(), at);
    line("%,d customers stored, evaluated %.1f s later, due in %s", due, evaluated, wait);
    LockSupport.parkNanos(Math.max(0, wait.toNanos()));
    receiver.reset();
    double reported = awaitMembers(id, due, at);
    judge(verdicts, receiver, "cause to webhook, another segment meanwhile");
    verdicts.atMost(
        "%,d customers due at once, s until all are reported".formatted(due),
        "%.1f",
        reported,
        DUE_SECONDS);
  }

  private double awaitMembers(String id, long due, Instant at) {
    while (members(id) < due) {
      if (Duration.between(at, Instant.now()).compareTo(LIMIT) > 0) {
        throw new IllegalStateException(members(id) + " of " + due + " were reported");
      }
      push(next());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    }
    return Duration.between(at, Instant.now()).toMillis() / 1e3;
  }

  private long members(String id) {
    return installation
        .sql()
        .number(
            "select count(*) from segment_transitions where segment_id = ? and entered",
            Long.parseLong(id));
  }
}
