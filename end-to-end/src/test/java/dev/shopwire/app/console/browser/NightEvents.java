package dev.shopwire.app.console.browser;

import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;

/**
 * Events of the last day on which New York's clocks went back, and the report about them by brute
 * force.
 */
final class NightEvents {
  static final String SHOP = "acme.platform.example";

  private static final ZoneId ZONE = ZoneId.of("America/New_York");
  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH':00:00'xxx");
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);
  private static final int COUNT = 45;
  private static final List<String> FORMATS = List.of("csv", "pdf");

  private final LocalDate day;
  private final List<Event> events = new ArrayList<>();

  /** An event with its properties. */
  record Event(Instant time, String format, int rows) {
    private String json(int number) {
      return "{\"eventName\":\"exported\",\"customerId\":\"%s\",\"eventId\":\"night-%d\",\"timestamp\":\"%s\",\"properties\":{\"format\":\"%s\",\"rows\":%d}}"
          .formatted(SHOP, number, time, format, rows);
    }
  }

  NightEvents(Instant now) {
    ZoneOffsetTransition change = lastOverlap(now);
    day = change.getDateTimeBefore().toLocalDate();
    Instant start = day.atStartOfDay(ZONE).toInstant();
    Random random = new Random(25);
    for (int i = 0; i < COUNT; i++) {
      // Two thirds in the four hours around the hour that occurs twice.
      Instant time =
          i % 3 == 0
              ? start.plusSeconds(random.nextInt(25 * 3_600))
              : change.getInstant().plusSeconds(random.nextInt(4 * 3_600) - 2 * 3_600L);
      events.add(new Event(time, FORMATS.get(i % 2), 1 + random.nextInt(900)));
    }
  }

  private static ZoneOffsetTransition lastOverlap(Instant now) {
    ZoneRules rules = ZONE.getRules();
    ZoneOffsetTransition change = rules.previousTransition(now);
    return change.isOverlap() ? change : rules.previousTransition(change.getInstant());
  }

  String zone() {
    return ZONE.getId();
  }

  /** The parameters of a page about that day, in that zone. */
  String query() {
    return "startDate=%1$s&endDate=%1$s&timezone=America%%2FNew_York".formatted(day);
  }

  /** Sends them with an API key. */
  Response send(Tenants.App app) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      all.add(events.get(i).json(i));
    }
    return app.api().post("/v1/usage_events", "{\"events\":[" + String.join(",", all) + "]}");
  }

  /** The times of all events as the API writes them, newest first. */
  List<String> times() {
    return events.stream()
        .map(Event::time)
        .sorted(Comparator.reverseOrder())
        .map(MILLIS::format)
        .toList();
  }

  /** The formats, that with most rows first, as a report's groups are. */
  List<String> formats() {
    return FORMATS.stream().sorted(Comparator.comparing(format -> -total(format))).toList();
  }

  private long total(String format) {
    return events.stream()
        .filter(event -> event.format().equals(format))
        .mapToLong(Event::rows)
        .sum();
  }

  /** The table of rows by hour and format: the date, a value for each format; the totals last. */
  List<List<String>> report() {
    List<List<String>> rows = new ArrayList<>();
    hours().forEach((date, values) -> rows.add(row(date, f -> values.getOrDefault(f, 0L))));
    rows.add(row("Total", this::total));
    return rows;
  }

  private Map<String, Map<String, Long>> hours() {
    Map<String, Map<String, Long>> hours = new LinkedHashMap<>();
    for (ZonedDateTime hour = day.atStartOfDay(ZONE);
        hour.toLocalDate().equals(day);
        hour = hour.plusHours(1)) {
      hours.put(HOUR.format(hour), new LinkedHashMap<>());
    }
    for (Event event : events) {
      hours.computeIfPresent(
          HOUR.format(event.time().atZone(ZONE)),
          (date, values) -> {
            values.merge(event.format(), (long) event.rows(), Long::sum);
            return values;
          });
    }
    return hours;
  }

  private List<String> row(String date, ToLongFunction<String> value) {
    List<String> row = new ArrayList<>(List.of(date));
    formats().forEach(format -> row.add(Long.toString(value.applyAsLong(format))));
    return row;
  }

  /** The points of each format's line. */
  List<List<BigDecimal>> lines() {
    List<List<String>> rows = report().subList(0, report().size() - 1);
    List<List<BigDecimal>> lines = new ArrayList<>();
    for (int column = 1; column <= FORMATS.size(); column++) {
      int of = column;
      lines.add(rows.stream().map(row -> new BigDecimal(row.get(of))).toList());
    }
    return lines;
  }
}
