package dev.shopwire.app.analytics;

import static dev.shopwire.app.support.ReportRequests.report;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.analytics.reports.Calculation;
import dev.shopwire.app.support.ReportRequests;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Tenants;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random reports, whatever they are read from, equal those computed from every event. */
@Tag("everywhere")
class ReportModelIT {
  private static final String[] ZONES = {
    "UTC", "Europe/Zurich", "Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns"
  };
  private static final String[] NAMES = {"a", "b", "c"};
  private static final Instant FIRST = Instant.parse("2026-03-20T00:00:00Z");
  private static final int MINUTES = 20 * 24 * 60;

  private final Tenants.App app = RunningService.shared().tenants().app();
  private final List<Event> events = new ArrayList<>();

  private record Event(
      String name, Instant at, String shop, Optional<BigDecimal> v, Optional<String> p) {
    String json() {
      StringBuilder properties = new StringBuilder();
      v.ifPresent(number -> properties.append("\"v\":").append(number));
      p.ifPresent(
          text ->
              properties.append(properties.isEmpty() ? "" : ",").append("\"p\":\"" + text + "\""));
      return ReportRequests.event(name, at.toString(), properties.toString())
          + ",\"customerId\":\""
          + shop
          + "\"";
    }
  }

  private void sendRandomEvents(Random random) {
    for (int i = 0; i < 600; i++) {
      String name = NAMES[random.nextInt(NAMES.length)];
      // Not every event name has every property, so rollups hold only some of them.
      boolean hasValue = !name.equals("c") && random.nextInt(4) > 0;
      events.add(
          new Event(
              name,
              FIRST.plusSeconds(60L * random.nextInt(MINUTES) + random.nextInt(2)),
              "s" + random.nextInt(5) + ".example.com",
              hasValue
                  ? Optional.of(BigDecimal.valueOf(random.nextInt(2_000) - 500, random.nextInt(3)))
                  : Optional.empty(),
              random.nextBoolean() ? Optional.of("p" + random.nextInt(4)) : Optional.empty()));
    }
    ReportRequests.send(app, events.stream().map(Event::json).toList());
  }

  @Test
  void aReportEqualsTheCalculationOverEveryEvent() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    sendRandomEvents(random);
    for (int i = 0; i < 150; i++) {
      compare(random, "seed " + seed + " request " + i);
    }
  }

  private void compare(Random random, String label) {
    List<String> calculations = Calculation.apiNames();
    String calculation = calculations.get(random.nextInt(calculations.size()));
    boolean over = Calculation.of(calculation).needsProperty() || random.nextBoolean();
    ZoneId zone = ZoneId.of(ZONES[random.nextInt(ZONES.length)]);
    LocalDate start = LocalDate.parse("2026-03-18").plusDays(random.nextInt(10));
    LocalDate end = start.plusDays(random.nextInt(15));
    boolean grouped = random.nextInt(3) == 0;
    List<String> parameters =
        new ArrayList<>(
            List.of(
                "calculation",
                calculation,
                "timezone",
                zone.getId(),
                "startDate",
                start.toString(),
                "endDate",
                end.toString(),
                "interval",
                "daily"));
    if (over) {
      parameters.addAll(List.of("overProperty", "v"));
    }
    Optional<String> name =
        random.nextBoolean() ? Optional.of(NAMES[random.nextInt(3)]) : Optional.empty();
    name.ifPresent(text -> parameters.addAll(List.of("eventName", text)));
    if (grouped) {
      parameters.addAll(List.of("groupBy", "p", "limit", "2"));
    }
    JsonNode report = report(app, parameters.toArray(String[]::new));
    List<Event> selected =
        events.stream()
            .filter(e -> name.isEmpty() || name.get().equals(e.name))
            .filter(e -> !LocalDate.ofInstant(e.at, zone).isBefore(start))
            .filter(e -> !LocalDate.ofInstant(e.at, zone).isAfter(end))
            .toList();
    String request = label + " " + parameters;
    assertSeries(request, calculation, over, zone, selected, report);
    if (grouped) {
      assertGroups(request, calculation, over, zone, selected, report);
    }
  }

  private static void assertSeries(
      String request,
      String calculation,
      boolean over,
      ZoneId zone,
      List<Event> selected,
      JsonNode series) {
    assertEquals(value(calculation, over, selected), number(series.path("value")), request);
    for (JsonNode point : series.path("data")) {
      LocalDate day = LocalDate.parse(point.path("date").asText());
      List<Event> dayEvents =
          selected.stream().filter(e -> LocalDate.ofInstant(e.at, zone).equals(day)).toList();
      assertEquals(
          value(calculation, over, dayEvents), number(point.path("value")), request + " on " + day);
    }
  }

  private static void assertGroups(
      String request,
      String calculation,
      boolean over,
      ZoneId zone,
      List<Event> selected,
      JsonNode report) {
    List<String> top =
        selected.stream()
            .flatMap(e -> e.p.stream())
            .distinct()
            .sorted((one, other) -> rank(calculation, over, selected, one, other))
            .limit(2)
            .toList();
    JsonNode groups = report.path("groups");
    assertEquals(top.size() + 1, groups.size(), request);
    IntStream.range(0, top.size())
        .forEach(
            i -> {
              assertEquals(top.get(i), groups.path(i).path("group").asText(), request);
              assertSeries(
                  request,
                  calculation,
                  over,
                  zone,
                  withProperty(selected, top.get(i)),
                  groups.path(i));
            });
    List<Event> rest =
        selected.stream().filter(e -> e.p.isEmpty() || !top.contains(e.p.get())).toList();
    assertSeries(request, calculation, over, zone, rest, groups.path(top.size()));
  }

  private static int rank(
      String calculation, boolean over, List<Event> selected, String one, String other) {
    Optional<BigDecimal> left = value(calculation, over, withProperty(selected, one));
    Optional<BigDecimal> right = value(calculation, over, withProperty(selected, other));
    if (left.isEmpty() || right.isEmpty()) {
      int byPresence = Boolean.compare(right.isPresent(), left.isPresent());
      return byPresence != 0 ? byPresence : one.compareTo(other);
    }
    int byValue = right.get().compareTo(left.get());
    return byValue != 0 ? byValue : one.compareTo(other);
  }

  private static List<Event> withProperty(List<Event> selected, String p) {
    return selected.stream().filter(e -> e.p.equals(Optional.of(p))).toList();
  }

  private static Optional<BigDecimal> number(JsonNode value) {
    return value.isNull() ? Optional.empty() : Optional.of(stripped(value.decimalValue()));
  }

  private static BigDecimal stripped(BigDecimal number) {
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }

  private static Optional<BigDecimal> value(String calculation, boolean over, List<Event> of) {
    List<BigDecimal> numbers = of.stream().flatMap(e -> e.v.stream()).sorted().toList();
    BigDecimal sum = numbers.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    Optional<BigDecimal> value =
        switch (Calculation.of(calculation)) {
          case COUNT -> Optional.of(BigDecimal.valueOf(over ? numbers.size() : of.size()));
          case UNIQUE ->
              Optional.of(
                  BigDecimal.valueOf(
                      over
                          ? numbers.stream().map(ReportModelIT::stripped).distinct().count()
                          : of.stream().map(Event::shop).distinct().count()));
          case SUM -> Optional.of(sum);
          case AVG ->
              numbers.isEmpty()
                  ? Optional.empty()
                  : Optional.of(
                      sum.divide(BigDecimal.valueOf(numbers.size()), MathContext.DECIMAL128));
          case MIN -> percentile(numbers, "0");
          case MAX -> percentile(numbers, "1");
          case MEDIAN -> percentile(numbers, "0.5");
          case P90 -> percentile(numbers, "0.9");
          case P95 -> percentile(numbers, "0.95");
          case P99 -> percentile(numbers, "0.99");
        };
    return value.map(ReportModelIT::stripped);
  }

  private static Optional<BigDecimal> percentile(List<BigDecimal> sorted, String fraction) {
    if (sorted.isEmpty()) {
      return Optional.empty();
    }
    BigDecimal rank = new BigDecimal(fraction).multiply(BigDecimal.valueOf(sorted.size() - 1L));
    int below = rank.intValue();
    BigDecimal lower = sorted.get(below);
    BigDecimal upper = sorted.get(Math.min(below + 1, sorted.size() - 1));
    BigDecimal part = rank.subtract(BigDecimal.valueOf(below));
    return Optional.of(lower.add(upper.subtract(lower).multiply(part)));
  }
}
