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
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Metrics of mails. Thread-safe. */
public final class SendingMetrics {
  // Jumps along the index from group to group, however many mails they have. What is held waits
  // for a person.
  private static final String MEASURE =
      """
      with recursive groups as (
        (select sender_id, bulk, workspace_id, group_id, next_attempt_at from mail_messages
          where state in ('queued', 'deferred')
          order by sender_id, bulk, workspace_id, group_id, next_attempt_at limit 1)
        union all
        select n.* from groups g cross join lateral (
          select m.sender_id, m.bulk, m.workspace_id, m.group_id, m.next_attempt_at
          from mail_messages m
          where m.state in ('queued', 'deferred') and
            (m.sender_id, m.bulk, m.workspace_id, m.group_id)
              > (g.sender_id, g.bulk, g.workspace_id, g.group_id)
          order by m.sender_id, m.bulk, m.workspace_id, m.group_id, m.next_attempt_at limit 1) n
      ), due as (
        select bulk, extract(epoch from clock_timestamp() - min(next_attempt_at))::float8 as seconds
        from groups g
        where not exists (select from mail_holds h where h.workspace_id = g.workspace_id
          and h.bulk = g.bulk and h.group_id = g.group_id)
        group by bulk
      )
      select coalesce((select greatest(0, seconds) from due where not bulk), 0) as single,
        coalesce((select greatest(0, seconds) from due where bulk), 0) as campaign,
        (select count(*) from mail_lanes where paused_until > clock_timestamp()) as paused
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
  private volatile double singleDueSeconds;
  private volatile double campaignDueSeconds;

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
    addDue(registry, "single", metrics -> metrics.singleDueSeconds);
    addDue(registry, "campaign", metrics -> metrics.campaignDueSeconds);
    Gauge.builder("shopwire.mail.senders.paused", paused, AtomicLong::get)
        .description("Senders that are paused because their server could not be used")
        .register(registry);
  }

  private void addDue(
      MeterRegistry registry, String kind, ToDoubleFunction<SendingMetrics> seconds) {
    Gauge.builder("shopwire.mail.due.seconds", this, seconds)
        .description("How long the mail that has been due longest has been due")
        .tag("kind", kind)
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
              singleDueSeconds = row.getDouble("single");
              campaignDueSeconds = row.getDouble("campaign");
              paused.set(row.getLong("paused"));
              return null;
            });
  }
}
