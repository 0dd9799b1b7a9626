package dev.shopwire.automation.sending;

import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Metrics of mails. Thread-safe. */
public final class SendingMetrics {
  private static final String MEASURE =
      """
      select coalesce(max(greatest(0, extract(epoch from clock_timestamp() - oldest))), 0)::float8
          as due_seconds,
        count(*) filter (where paused_until > clock_timestamp()) as paused
      from mail_lanes l cross join lateral (
        select min(next_attempt_at) as oldest from mail_messages m
        where m.sender_id = l.sender_id and m.state in ('queued', 'deferred')) o
      """;

  private static final List<String> STATES =
      List.of(
          "queued",
          "sending",
          "sent",
          "deferred",
          "bounced",
          "unknown",
          "suppressed",
          "failed",
          "captured");

  private final Map<String, Counter> states;
  private final Timer sending;
  private final AtomicLong paused = new AtomicLong();
  private volatile double dueSeconds;

  public SendingMetrics(MeterRegistry registry) {
    states =
        STATES.stream()
            .collect(
                Collectors.toMap(
                    state -> state,
                    state ->
                        Counter.builder("shopwire.mail.messages")
                            .description("Mails that this process gave this state")
                            .tag("state", state)
                            .register(registry)));
    sending =
        Telemetry.histogram(
                "shopwire.mail.sending", "Time from the mark of a mail to the server's last reply")
            .register(registry);
    Gauge.builder("shopwire.mail.due.seconds", this, metrics -> metrics.dueSeconds)
        .description("How long the mail that has been due longest has been due")
        .register(registry);
    Gauge.builder("shopwire.mail.senders.paused", paused, AtomicLong::get)
        .description("Senders that are paused because their server could not be used")
        .register(registry);
  }

  /** States that mails have got. */
  void recordStates(Collection<String> reached) {
    reached.forEach(state -> Optional.ofNullable(states.get(state)).ifPresent(Counter::increment));
  }

  void recordSending(Duration took) {
    sending.record(took);
  }

  /** Measures what waits, over all processes. */
  Future<Void> measure(SqlClient client) {
    return client
        .query(MEASURE)
        .execute()
        .map(rows -> rows.iterator().next())
        .map(
            row -> {
              dueSeconds = row.getDouble("due_seconds");
              paused.set(row.getLong("paused"));
              return null;
            });
  }
}
