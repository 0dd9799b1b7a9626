package dev.shopwire.common.calls;

import dev.shopwire.common.bus.Contract;
import java.time.Duration;

/** What the ingest role answers about usage events (contract §7). */
public final class BehaviorCalls {
  /** More than catching up and a read may take: the ingest role itself tells when a store hangs. */
  private static final Duration TIMEOUT = Duration.ofSeconds(16);

  public static final Contract<AdminQuery, JsonAnswer> EVENTS = of("events", AdminQuery.class);
  public static final Contract<AdminQuery, JsonAnswer> REPORT = of("report", AdminQuery.class);
  public static final Contract<AdminQuery, JsonAnswer> SESSIONS = of("sessions", AdminQuery.class);
  public static final Contract<AdminQuery, JsonAnswer> SESSIONS_SUMMARY =
      of("sessions.summary", AdminQuery.class);
  public static final Contract<AdminQuery, JsonAnswer> PAGE_VIEWS =
      of("page-views", AdminQuery.class);
  public static final Contract<AdminQuery, JsonAnswer> FUNNEL = of("funnel", AdminQuery.class);
  public static final Contract<AdminQuery, JsonAnswer> DROPOUTS =
      of("funnel.dropouts", AdminQuery.class);
  public static final Contract<AdminQuery, JsonAnswer> RETENTION =
      of("retention", AdminQuery.class);

  public static final Contract<AdminQuery, JsonAnswer> ROLLUPS = of("rollups", AdminQuery.class);

  public static final Contract<AdminList, JsonAnswer> LIST_METRICS =
      of("metrics.list", AdminList.class);
  public static final Contract<AdminCall, JsonAnswer> CREATE_METRIC =
      of("metrics.create", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> SHOW_METRIC =
      of("metrics.show", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> DELETE_METRIC =
      of("metrics.delete", AdminCall.class);

  private BehaviorCalls() {}

  private static <Q> Contract<Q, JsonAnswer> of(String name, Class<Q> request) {
    return new Contract<>("shopwire.ingest." + name, request, JsonAnswer.class, TIMEOUT);
  }
}
