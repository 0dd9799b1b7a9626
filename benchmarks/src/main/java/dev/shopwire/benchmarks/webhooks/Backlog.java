package dev.shopwire.benchmarks.webhooks;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Counts due deliveries, and creates them faster than ingest could. Blocking. */
final class Backlog {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final int CHUNK = 10_000;

  private static final String DUE =
      """
      select (select count(*) from webhook_due)
        + (select coalesce(sum(events), 0) from webhook_fan_outs)
      """;
  private static final String EMIT =
      """
      select webhook_emit(array_agg(a.workspace_id), array_agg(a.id),
        array_agg('%1$s'::text), array_agg(null::bigint),
        array_agg(jsonb_build_object('eventId', 'backlog-' || n, 'eventName', 'backlog',
          'filling', repeat('0123456789abcdef', 96))::text))
      from generate_series(1, %2$d) as n, apps a where a.id = %3$s
      """;

  private final Installation installation;

  Backlog(Installation installation) {
    this.installation = installation;
  }

  long due() {
    return installation.sql().number(DUE);
  }

  /**
   * Creates due messages of {@code topic} directly in the database.
   *
   * @param topic subscribed to only by the endpoints that should receive them
   */
  void create(String topic, long messages) {
    for (long remaining = messages; remaining > 0; remaining -= CHUNK) {
      installation
          .sql()
          .text(EMIT.formatted(topic, Math.min(remaining, CHUNK), installation.app().appId()));
    }
  }

  /** Waits until each delivery has its position in its endpoint's queue. */
  void awaitPlaced() {
    String unplaced = "select count(*) from webhook_due where place is null";
    Poll.until(
        TIMEOUT,
        () -> "all have positions",
        () -> installation.sql().number(unplaced) < CHUNK / 100);
  }

  /** Waits until at most {@code max} are due. */
  void await(long max) {
    Poll.until(TIMEOUT, () -> due() + " are due", () -> due() <= max);
  }

  /** Samples the number of due deliveries once a second while {@code work} runs. */
  List<Long> sampleDuring(Runnable work) {
    List<Long> samples = new CopyOnWriteArrayList<>();
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try {
      var unused = clock.scheduleAtFixedRate(() -> samples.add(due()), 1, 1, TimeUnit.SECONDS);
      work.run();
    } finally {
      clock.shutdownNow();
    }
    return samples;
  }
}
