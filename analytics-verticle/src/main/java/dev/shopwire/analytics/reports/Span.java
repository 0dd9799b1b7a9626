package dev.shopwire.analytics.reports;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;

/** {@code since ≤ t < until}. */
public record Span(Instant since, Instant until) {

  Duration length() {
    return Duration.between(since, until);
  }

  /** {@code instant} as an SQL parameter. */
  static OffsetDateTime sql(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  /** The starts or ends of {@code spans}. */
  static OffsetDateTime[] sql(List<Span> spans, Function<Span, Instant> bound) {
    return spans.stream().map(bound).map(Span::sql).toArray(OffsetDateTime[]::new);
  }
}
