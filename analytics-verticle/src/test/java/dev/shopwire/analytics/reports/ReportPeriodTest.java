package dev.shopwire.analytics.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.analytics.reports.ReportPeriod.Window;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Buckets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportPeriodTest {
  /** A Sunday. */
  private static final Instant NOW = Instant.parse("2026-11-22T10:20:30Z");

  /**
   * @param parameters {@code name=value name=value}
   */
  private static Window window(String parameters) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String parameter : parameters.isEmpty() ? new String[0] : parameters.split(" ", -1)) {
      int equals = parameter.indexOf('=');
      map.put(parameter.substring(0, equals), parameter.substring(equals + 1));
    }
    Query query = new Query(map);
    ReportPeriod period = ReportPeriod.read(query, NOW);
    query.throwIfInvalid();
    return period.window(Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "'',2026-10-24,2026-11-22,DAILY,30",
    "period=daily,2026-10-24,2026-11-22,DAILY,30",
    "period=weekly,2026-08-31,2026-11-22,WEEKLY,12",
    "period=monthly,2025-12-01,2026-11-22,MONTHLY,12",
    "interval=monthly,2025-12-01,2026-11-22,MONTHLY,12",
    "period=yearly,2022-01-01,2026-11-22,YEARLY,5",
    "period=hourly,2026-11-21T11:00:00.000Z,2026-11-22T11:00:00.000Z,HOURLY,24",
    "period=last_7_days,2026-11-16,2026-11-22,DAILY,7",
    "period=last_90_days,2026-08-25,2026-11-22,DAILY,90",
    "period=last_12_months,2025-12-01,2026-11-22,MONTHLY,12",
    "period=year_to_date,2026-01-01,2026-11-22,MONTHLY,11",
    "period=last_7_days interval=hourly,2026-11-16,2026-11-22,HOURLY,168",
    "period=all_time,2026-11-22,2026-11-22,HOURLY,24",
    "startDate=2026-11-21,2026-11-21,2026-11-22,HOURLY,48",
    "endDate=2026-01-31,2026-01-02,2026-01-31,DAILY,30",
    "period=weekly endDate=2026-01-31,2025-11-10,2026-01-31,WEEKLY,12",
    "startDate=2026-01-01 endDate=2026-04-02,2026-01-01,2026-04-02,DAILY,92",
    "startDate=2026-01-01 endDate=2026-04-03,2026-01-01,2026-04-03,WEEKLY,14",
    "startDate=2025-01-01 endDate=2026-01-20,2025-01-01,2026-01-20,MONTHLY,13",
    "startDate=2005-01-01 endDate=2026-01-20,2005-01-01,2026-01-20,YEARLY,22",
    "startDate=2026-12-24,2026-12-24,2026-12-24,HOURLY,24"
  })
  void parametersDetermineRangeAndBuckets(
      String parameters, String start, String end, String interval, int buckets) {
    Window window = window(parameters);
    assertEquals(start, window.range().startDate());
    assertEquals(end, window.range().endDate());
    assertEquals(interval, window.interval().name());
    assertEquals(buckets, Buckets.of(window.range(), window.interval()).size());
  }

  @ParameterizedTest
  @CsvSource({
    "'',2026-09-24,2026-10-23",
    "period=weekly,2026-06-08,2026-08-30",
    "period=monthly,2024-12-01,2025-11-22",
    "period=hourly,2026-11-20T11:00:00.000Z,2026-11-21T11:00:00.000Z",
    "startDate=2026-03-01 endDate=2026-03-31,2026-01-29,2026-02-28",
    "period=year_to_date,2025-01-01,2025-11-22"
  })
  void parametersDetermineThePreviousRange(String parameters, String start, String end) {
    Window window = window(parameters);
    assertEquals(start, window.previous().range().startDate());
    assertEquals(end, window.previous().range().endDate());
    assertTrue(!window.previous().range().end().isAfter(window.range().start()));
  }

  @Test
  void aDayEndsAtTheMidnightOfItsTimeZone() {
    Window window = window("timezone=Pacific/Auckland period=last_7_days");
    assertEquals("2026-11-22", window.range().endDate());
    assertEquals(Instant.parse("2026-11-22T11:00:00Z"), window.range().end());
  }
}
