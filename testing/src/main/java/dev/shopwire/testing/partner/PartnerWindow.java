package dev.shopwire.testing.partner;

import graphql.schema.DataFetchingEnvironment;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what a request says about times and pages, with the limits of the platform. */
record PartnerWindow(Instant from, Instant to, int first, Optional<EventLog.Position> after) {
  static final int MAX_PAGE = 250;
  private static final Duration MAX = Duration.ofDays(365);
  private static final Duration USUAL = Duration.ofDays(30);

  /**
   * Without bounds the last 30 days, with one 30 days from or until it.
   *
   * @throws graphql.GraphqlErrorException if the window is longer than 365 days or a value is
   *     malformed
   */
  static PartnerWindow bounded(
      DataFetchingEnvironment request, Map<String, Object> bounds, String prefix, Instant now) {
    Optional<Instant> min = instant(bounds.get(prefix + "Min"));
    Optional<Instant> max = instant(bounds.get(prefix + "Max"));
    Instant to = max.orElseGet(() -> min.map(from -> from.plus(USUAL)).orElse(now));
    Instant from = min.orElseGet(() -> to.minus(USUAL));
    if (Duration.between(from, to).compareTo(MAX) > 0) {
      throw PartnerRefusal.of("INVALID_RANGE", "The range must not be longer than 365 days");
    }
    return of(request, from, to, now);
  }

  /** Without bounds all there is. */
  static PartnerWindow unbounded(
      DataFetchingEnvironment request, Map<String, Object> bounds, String prefix, Instant now) {
    return of(
        request,
        instant(bounds.get(prefix + "Min")).orElse(Instant.EPOCH),
        instant(bounds.get(prefix + "Max")).orElse(now),
        now);
  }

  private static PartnerWindow of(
      DataFetchingEnvironment request, Instant from, Instant to, Instant now) {
    Integer first = request.getArgument("first");
    if (first == null) {
      throw PartnerRefusal.of("MISSING_FIRST", "You must provide a value for first");
    }
    if (first < 1 || first > MAX_PAGE) {
      throw PartnerRefusal.of("INVALID_FIRST", "first must be from 1 to " + MAX_PAGE);
    }
    String after = request.getArgument("after");
    // What is later than the platform's clock has not happened yet.
    Instant until = to.isBefore(now) ? to : now;
    return new PartnerWindow(
        from, until, first, Optional.ofNullable(after).map(PartnerCursor::read));
  }

  private static Optional<Instant> instant(@Nullable Object text) {
    try {
      return text == null
          ? Optional.empty()
          : Optional.of(OffsetDateTime.parse(text.toString()).toInstant());
    } catch (DateTimeException e) {
      throw PartnerRefusal.of("INVALID_DATE_TIME", "Not a DateTime: " + text);
    }
  }
}
