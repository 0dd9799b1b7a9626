package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.Arguments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whose events a figure is about.
 *
 * @param names of events; empty for every one
 */
record Scope(int appId, Optional<List<String>> names, Optional<Long> customerId) {

  static Scope of(int appId, Optional<String> name, Optional<Long> customerId) {
    return new Scope(appId, name.map(List::of), customerId);
  }

  Scope withNames(List<String> others) {
    return new Scope(appId, Optional.of(others), customerId);
  }

  /** The condition, in SQL, but for the time. */
  String where(Arguments arguments) {
    return "app_id = "
        + arguments.of(appId)
        + names.map(given -> " and event_name " + oneOf(arguments, given)).orElse("")
        + customerId.map(id -> " and customer_id = " + arguments.of(id)).orElse("");
  }

  /** A clause {@code from … where …} over the events of these spans. */
  String from(Arguments arguments, List<Span> spans) {
    if (spans.size() == 1) {
      Span span = spans.get(0);
      return "from usage_events e where "
          + where(arguments)
          + " and occurred_at >= "
          + arguments.of(Span.sql(span.since()))
          + " and occurred_at < "
          + arguments.of(Span.sql(span.until()));
    }
    return "from unnest("
        + arguments.of(Span.sql(spans, Span::since))
        + "::timestamptz[], "
        + arguments.of(Span.sql(spans, Span::until))
        + "::timestamptz[]) as span(since, until)"
        + " join usage_events e on occurred_at >= since and occurred_at < until where "
        + where(arguments);
  }

  /** A comparison with one of {@code texts}. */
  static String oneOf(Arguments arguments, List<String> texts) {
    return texts.size() == 1
        ? "= " + arguments.of(texts.get(0))
        : "= any(" + arguments.of(texts.toArray(String[]::new)) + "::text[])";
  }

  /** The same with one more text. */
  static String oneOf(Arguments arguments, List<String> texts, String more) {
    List<String> all = new ArrayList<>(texts);
    all.add(more);
    return oneOf(arguments, all);
  }

  /** The number of the bucket that a time lies in, from 1. */
  static String bucket(Arguments arguments, String time, List<Instant> starts) {
    return "width_bucket("
        + time
        + ", "
        + arguments.of(starts.stream().map(Span::sql).toArray(java.time.OffsetDateTime[]::new))
        + "::timestamptz[])";
  }
}
