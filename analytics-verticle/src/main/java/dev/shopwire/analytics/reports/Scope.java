package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.SqlParameters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The events that a report is about.
 *
 * @param names of events; empty for all
 */
record Scope(int appId, Optional<List<String>> names, Optional<Long> customerId) {

  static Scope of(int appId, Optional<String> name, Optional<Long> customerId) {
    return new Scope(appId, name.map(List::of), customerId);
  }

  Scope withNames(List<String> others) {
    return new Scope(appId, Optional.of(others), customerId);
  }

  /** The SQL condition, without the time. */
  String where(SqlParameters arguments) {
    return "app_id = "
        + arguments.add(appId)
        + names.map(some -> " and event_name " + oneOf(arguments, some)).orElse("")
        + customerId.map(id -> " and customer_id = " + arguments.add(id)).orElse("");
  }

  /** A clause {@code from … where …} over the events in these spans. */
  String from(SqlParameters arguments, List<Span> spans) {
    if (spans.size() == 1) {
      Span span = spans.get(0);
      return "from stored_usage_events e where "
          + where(arguments)
          + " and occurred_at >= "
          + arguments.add(Span.sql(span.since()))
          + " and occurred_at < "
          + arguments.add(Span.sql(span.until()));
    }
    return "from unnest("
        + arguments.add(Span.sql(spans, Span::since))
        + "::timestamptz[], "
        + arguments.add(Span.sql(spans, Span::until))
        + "::timestamptz[]) as span(since, until)"
        + " join stored_usage_events e on occurred_at >= since and occurred_at < until where "
        + where(arguments);
  }

  /** A comparison with any of {@code texts}. */
  static String oneOf(SqlParameters arguments, List<String> texts) {
    return texts.size() == 1
        ? "= " + arguments.add(texts.get(0))
        : "= any(" + arguments.add(texts.toArray(String[]::new)) + "::text[])";
  }

  /** The same with one more text. */
  static String oneOf(SqlParameters arguments, List<String> texts, String more) {
    List<String> all = new ArrayList<>(texts);
    all.add(more);
    return oneOf(arguments, all);
  }

  /** SQL for the number, from 1, of the bucket that contains a time. */
  static String bucket(SqlParameters arguments, String time, List<Instant> starts) {
    return "width_bucket("
        + time
        + ", "
        + arguments.add(starts.stream().map(Span::sql).toArray(java.time.OffsetDateTime[]::new))
        + "::timestamptz[])";
  }
}
