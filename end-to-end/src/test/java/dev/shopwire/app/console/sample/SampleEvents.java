package dev.shopwire.app.console.sample;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The usage events of shops over a year: sessions on working days, what people do in them, and a
 * busy night with 25 hours.
 */
final class SampleEvents {
  static final int DAYS = 365;

  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
  private static final Duration HALF_A_NIGHT = Duration.ofHours(5);
  private static final List<String> PATHS =
      List.of("/", "/reports", "/reports/new", "/schedules", "/settings", "/billing");
  private static final List<String> FORMATS = List.of("csv", "csv", "xlsx", "pdf");
  private static final List<String> KINDS = List.of("sales", "stock", "customers", "taxes");

  private final Random random;
  private final Instant end;
  private final List<Map<String, Object>> events = new ArrayList<>();

  SampleEvents(Random random, Instant end) {
    this.random = random;
    this.end = end;
  }

  List<Map<String, Object>> of(List<SampleShop> shops) {
    shops.forEach(this::year);
    night(shops);
    shops.stream().limit(5).forEach(shop -> view(shop, end.minusSeconds(60), "now", "/reports"));
    return events;
  }

  private void year(SampleShop shop) {
    for (int i = 0; i < shop.sessions(); i++) {
      int day = shop.sinceDay() + random.nextInt(DAYS - shop.sinceDay());
      LocalDate date = LocalDate.ofInstant(end, NEW_YORK).minusDays(DAYS - day);
      boolean isWeekend =
          date.getDayOfWeek() == DayOfWeek.SATURDAY || date.getDayOfWeek() == DayOfWeek.SUNDAY;
      if (!isWeekend || random.nextInt(4) == 0) {
        LocalTime time = LocalTime.of(8 + random.nextInt(11), random.nextInt(60));
        session(shop, date.atTime(time).atZone(NEW_YORK).toInstant(), "s-" + i);
      }
    }
  }

  private void session(SampleShop shop, Instant start, String key) {
    Instant time = start;
    add(shop, time, "app_opened", Map.of("source", random.nextInt(3) == 0 ? "email" : "menu"));
    int views = 1 + random.nextInt(4);
    for (int i = 0; i < views; i++) {
      time = time.plusSeconds(20 + random.nextInt(300));
      view(shop, time, key, i == 0 ? "/" : PATHS.get(random.nextInt(PATHS.size())));
    }
    if (shop.createsReports() && random.nextInt(3) > 0) {
      time = time.plusSeconds(30);
      add(shop, time, "report_created", Map.of("kind", KINDS.get(random.nextInt(KINDS.size()))));
      if (shop.exportsReports() && random.nextInt(4) > 0) {
        exported(shop, time.plusSeconds(45));
      }
    }
    if (random.nextInt(40) == 0) {
      add(shop, time.plusSeconds(60), "plan_upgraded", Map.of("to", "pro", "price", 29));
    }
  }

  /** Every few minutes around the hour that occurs twice. */
  private void night(List<SampleShop> shops) {
    Instant middle = lastOverlap(end).getInstant();
    int shop = 0;
    for (Instant time = middle.minus(HALF_A_NIGHT);
        time.isBefore(middle.plus(HALF_A_NIGHT));
        time = time.plusSeconds(420)) {
      exported(shops.get(shop++ % shops.size()), time);
    }
  }

  /** The last time at which New York's clocks went back. */
  static ZoneOffsetTransition lastOverlap(Instant before) {
    ZoneRules rules = NEW_YORK.getRules();
    ZoneOffsetTransition transition = rules.previousTransition(before);
    return transition.isOverlap() ? transition : rules.previousTransition(transition.getInstant());
  }

  private void exported(SampleShop shop, Instant time) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("format", FORMATS.get(random.nextInt(FORMATS.size())));
    properties.put("rows", 10 + random.nextInt(shop.seats() * 200));
    properties.put("seconds", Math.round(random.nextDouble() * 120) / 10.0);
    add(shop, time, "report_exported", properties);
  }

  private void view(SampleShop shop, Instant time, String session, String path) {
    Map<String, Object> event = event(shop, time, "page_view");
    event.put("path", path);
    if (shop.number() % 2 == 0) {
      event.put("sessionKey", session + "-" + shop.number());
    }
    events.add(event);
  }

  private void add(SampleShop shop, Instant time, String name, Map<String, ?> properties) {
    Map<String, Object> event = event(shop, time, name);
    event.put("properties", properties);
    events.add(event);
  }

  private Map<String, Object> event(SampleShop shop, Instant time, String name) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("eventName", name);
    event.put("customerId", shop.domain());
    event.put("eventId", "sample-" + events.size());
    event.put("timestamp", (time.isAfter(end) ? end : time).toString());
    return event;
  }
}
