package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.role.Role;
import java.time.Duration;
import java.util.List;

/**
 * Requests to the analytics role: reads of usage events, saved metrics, and the backlog of the
 * rollups.
 */
public final class AnalyticsContracts {
  /** Longer than catching up and a read may take: the role itself reports a store that hangs. */
  private static final Duration TIMEOUT = Duration.ofSeconds(16);

  /** Less than the 2 s within which the console responds with the parts that it has. */
  private static final Duration PART_TIMEOUT = Duration.ofMillis(1_700);

  public static final Contract<AdminQuery, JsonResponse> EVENTS = of("events", AdminQuery.class);
  public static final Contract<AdminQuery, JsonResponse> REPORT = of("report", AdminQuery.class);
  public static final Contract<AdminQuery, CsvResponse> REPORT_CSV =
      Role.ANALYTICS.contract("report.csv", AdminQuery.class, CsvResponse.class, TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> EVENT_NAMES =
      of("catalogue.event-names", AdminQuery.class);
  public static final Contract<AdminQuery, JsonResponse> PROPERTIES =
      of("catalogue.properties", AdminQuery.class);
  public static final Contract<AdminQuery, JsonResponse> SESSIONS =
      of("sessions", AdminQuery.class);
  public static final Contract<AdminQuery, JsonResponse> SESSIONS_SUMMARY =
      of("sessions.summary", AdminQuery.class);
  public static final Contract<AdminQuery, JsonResponse> PAGE_VIEWS =
      of("page-views", AdminQuery.class);
  public static final Contract<AdminQuery, JsonResponse> FUNNEL = of("funnel", AdminQuery.class);
  public static final Contract<AdminQuery, JsonResponse> DROPOUTS =
      of("funnel.dropouts", AdminQuery.class);
  public static final Contract<AdminQuery, JsonResponse> RETENTION =
      of("retention", AdminQuery.class);

  public static final Contract<AdminQuery, JsonResponse> ROLLUPS = of("rollups", AdminQuery.class);

  public static final Contract<AdminListRequest, JsonResponse> LIST_METRICS =
      of("metrics.list", AdminListRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CREATE_METRIC =
      of("metrics.create", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> SHOW_METRIC =
      of("metrics.show", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> DELETE_METRIC =
      of("metrics.delete", AdminRequest.class);

  /** For apps' backends; the console uses the contracts above. */
  public static final Contract<AppQuery, JsonResponse> APP_EVENTS =
      of("app.events", AppQuery.class);

  public static final Contract<AppQuery, JsonResponse> APP_REPORT =
      of("app.report", AppQuery.class);
  public static final Contract<AppQuery, JsonResponse> APP_METRIC_REPORT =
      of("app.metric-report", AppQuery.class);

  /** A workspace's figures: {@code activeNow} and one object per figure. */
  public static final Contract<OverviewRequest, JsonResponse> OVERVIEW =
      of("overview", OverviewRequest.class);

  public static final Contract<Timeline.Request, Timeline.Part> TIMELINE =
      Role.ANALYTICS.contract(
          "customers.timeline", Timeline.Request.class, Timeline.Part.class, PART_TIMEOUT);

  /** Polled periodically, so the timeout is short. */
  public static final Contract<BacklogRequest, Backlog> BACKLOG =
      Role.ANALYTICS.contract(
          "backlog", BacklogRequest.class, Backlog.class, Duration.ofSeconds(1));

  /** Queries which apps have many events that are not in the rollups yet. */
  public record BacklogRequest() {}

  /**
   * Apps with many events that are not in the rollups yet, largest backlog first.
   *
   * @param apps up to {@link #MAX_APPS}
   * @param events of all apps
   * @param seconds how long the oldest of them has waited
   */
  public record Backlog(List<AppBacklog> apps, long events, double seconds) {
    public static final int MAX_APPS = 1_000;
  }

  /**
   * Events of one app that are not in the rollups yet.
   *
   * @param seconds how long the oldest of them has waited
   * @param runs how many transactions have aggregated events of the app
   */
  public record AppBacklog(long appId, long events, double seconds, long runs) {}

  private AnalyticsContracts() {}

  private static <Q> Contract<Q, JsonResponse> of(String name, Class<Q> request) {
    return Role.ANALYTICS.contract(name, request, JsonResponse.class, TIMEOUT);
  }
}
