package dev.shopwire.analytics.reports;

import dev.shopwire.common.postgres.SqlParameters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The events that a report is about.
 *
 * @param names of events; empty for all
 */
record Scope(long appId, Optional<List<String>> names, Optional<Long> customerId) {

  static Scope of(long appId, Optional<String> name, Optional<Long> customerId) {
    return new Scope(appId, name.map(List::of), customerId);
  }

  Scope withNames(List<String> others) {
    return new Scope(appId, Optional.of(others), customerId);
  }

  /** The SQL condition, without the time. */
  String where(SqlParameters parameters) {
    return "app_id = "
        + parameters.add(appId)
        + names.map(some -> " and event_name " + oneOf(parameters, some)).orElse("")
        + customerId.map(id -> " and customer_id = " + parameters.add(id)).orElse("");
  }

  /** A clause {@code from … where …} over the events in these spans. */
  String from(SqlParameters parameters, List<Span> spans) {
    if (spans.size() == 1) {
      Span span = spans.get(0);
      return "from stored_usage_events e where "
          + where(parameters)
          + " and occurred_at >= "
          + parameters.add(Span.sql(span.since()))
          + " and occurred_at < "
          + parameters.add(Span.sql(span.until()));
    }
    return "from unnest("
        + parameters.add(Span.sql(spans, Span::since))
        + "::timestamptz[], "
        + parameters.add(Span.sql(spans, Span::until))
        + "::timestamptz[]) as span(since, until)"
        + " join stored_usage_events e on occurred_at >= since and occurred_at < until where "
        + where(parameters);
  }

  /** A comparison with any of {@code texts}. */
  static String oneOf(SqlParameters parameters, List<String> texts) {
    return texts.size() == 1
        ? "= " + parameters.add(texts.get(0))
        : "= any(" + parameters.add(texts.toArray(String[]::new)) + "::text[])";
  }

  /** The same with one more text. */
  static String oneOf(SqlParameters parameters, List<String> texts, String more) {
    List<String> all = new ArrayList<>(texts);
    all.add(more);
    return oneOf(parameters, all);
  }

  /** SQL for the number, from 1, of the bucket that contains a time. */
  static String bucket(SqlParameters parameters, String time, List<Instant> starts) {
    return "width_bucket("
        + time
        + ", "
        + parameters.add(starts.stream().map(Span::sql).toArray(java.time.OffsetDateTime[]::new))
        + "::timestamptz[])";
  }
}
