package dev.shopwire.analytics.cohorts;

import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Computes cohort retention: how many of the customers whose first use is in a week return in the
 * following weeks (docs/api/reads.md).
 */
public final class CohortRetention implements ReadHandler {
  private static final int MAX_NAME = 1_000;

  // Customers with an earlier matching event are in no cohort of the range.
  private static final String COUNT =
      """
      with uses as (
        select e.customer_id, width_bucket(e.occurred_at, %1$s::timestamptz[]) - 1 as week
        from stored_usage_events e
        where e.app_id = %2$s %3$s and e.occurred_at >= %4$s and e.occurred_at < %5$s
        group by 1, 2
      ), firsts as (
        select u.customer_id, min(u.week) as week
        from uses u
        where not exists (
          select from stored_usage_events e
          where e.app_id = %2$s %3$s and e.customer_id = u.customer_id and e.occurred_at < %4$s)
        group by 1
      )
      select f.week as cohort, u.week - f.week as age, count(*) as customers
      from firsts f join uses u using (customer_id)
      group by 1, 2
      """;

  private final Reads reads;
  private final InstantSource clock;

  public CohortRetention(Reads reads, InstantSource clock) {
    this.reads = reads;
    this.clock = clock;
  }

  @Override
  public Future<JsonResponse> handle(AppScope app, Query query) {
    CohortWeeks weeks = CohortWeeks.read(query, clock.instant());
    Optional<String> eventName = query.text("eventName", MAX_NAME);
    query.throwIfInvalid();
    SqlParameters parameters = new SqlParameters();
    String sql = sql(parameters, app, weeks, eventName);
    return reads
        .scan(
            app,
            snapshot -> {
              long[][] retained = emptyCounts(weeks.weeks().size());
              return snapshot
                  .forEach(sql, parameters.tuple(), row -> add(retained, row))
                  .map(retained);
            })
        .map(retained -> JsonResponse.of(json(weeks, retained)));
  }

  private static String sql(
      SqlParameters parameters, AppScope app, CohortWeeks weeks, Optional<String> eventName) {
    OffsetDateTime[] starts =
        weeks.weeks().starts().stream()
            .map(start -> start.atOffset(ZoneOffset.UTC))
            .toArray(OffsetDateTime[]::new);
    return COUNT.formatted(
        parameters.add(starts),
        parameters.add(app.appId()),
        eventName.map(name -> "and e.event_name = " + parameters.add(name)).orElse(""),
        parameters.add(weeks.range().start().atOffset(ZoneOffset.UTC)),
        parameters.add(weeks.range().end().atOffset(ZoneOffset.UTC)));
  }

  /** Zero counts, indexed by cohort and by weeks since then. */
  private static long[][] emptyCounts(int weeks) {
    long[][] counts = new long[weeks][];
    Arrays.setAll(counts, cohort -> new long[weeks - cohort]);
    return counts;
  }

  private static void add(long[][] retained, Row row) {
    retained[row.getInteger("cohort")][row.getInteger("age")] = row.getLong("customers");
  }

  private static Map<String, Object> json(CohortWeeks weeks, long[][] retained) {
    int size = weeks.weeks().size();
    List<Map<String, Object>> cohorts = new ArrayList<>();
    for (int cohort = 0; cohort < size; cohort++) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("week", weeks.weeks().labels().get(cohort));
      fields.put("customers", retained[cohort][0]);
      fields.put("retained", retained[cohort]);
      cohorts.add(fields);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("startDate", weeks.range().startDate());
    json.put("endDate", weeks.range().endDate());
    json.put("timezone", weeks.range().zone().getId());
    json.put("cohorts", cohorts);
    return json;
  }
}
