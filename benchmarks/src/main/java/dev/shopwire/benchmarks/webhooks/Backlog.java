package dev.shopwire.benchmarks.webhooks;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What is due, and makes more due at once than ingest could. Blocks. */
final class Backlog {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
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
   * Makes so many messages of {@code topic} due, past the service.
   *
   * @param topic wanted by those endpoints alone that are to get them
   */
  void make(String topic, long messages) {
    for (long left = messages; left > 0; left -= CHUNK) {
      installation
          .sql()
          .text(EMIT.formatted(topic, Math.min(left, CHUNK), installation.app().appId()));
    }
  }

  /** Waits until each has its place in its endpoint's queue. */
  void awaitPlaced() {
    String unplaced = "select count(*) from webhook_due where place is null";
    Poll.until(
        PATIENCE, () -> "all have places", () -> installation.sql().number(unplaced) < CHUNK / 100);
  }

  /** Waits until no more than {@code most} are due. */
  void await(long most) {
    Poll.until(PATIENCE, () -> due() + " are due", () -> due() <= most);
  }

  /** How much is due, once a second, while {@code work} goes on. */
  List<Long> during(Runnable work) {
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
