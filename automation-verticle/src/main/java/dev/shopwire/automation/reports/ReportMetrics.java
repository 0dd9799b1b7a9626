package dev.shopwire.automation.reports;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicLong;

/** Metrics of reports. Thread-safe. */
public final class ReportMetrics {
  private final MeterRegistry registry;
  private final AtomicLong failing = new AtomicLong();

  public ReportMetrics(MeterRegistry registry) {
    this.registry = registry;
    Gauge.builder("shopwire.mail.mailboxes.failing", failing, AtomicLong::get)
        .description("Mailboxes of senders that could not be read at last")
        .register(registry);
    // So that it is there before the first report.
    counter(ReportOutcome.REPEATED);
  }

  private Counter counter(ReportOutcome outcome) {
    return Counter.builder("shopwire.mail.reports")
        .description("Bounces, complaints and other mails that were reported to this process")
        .tag("outcome", outcome.outcome())
        .tag("reason", outcome.detail())
        .register(registry);
  }

  void failingMailboxes(long count) {
    failing.set(count);
  }

  /** Outcomes and reasons are few. */
  void count(ReportOutcome outcome) {
    counter(outcome).increment();
  }
}
