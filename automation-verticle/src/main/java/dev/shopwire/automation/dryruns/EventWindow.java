package dev.shopwire.automation.dryruns;

import dev.shopwire.common.postgres.SqlParameters;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * The stored events within the time of a dry run. Their times are those of its clock.
 *
 * @param apps the ids of all apps of the workspace
 */
record EventWindow(DryRun dryRun, List<Long> apps) {
  /** Events are refused if they are dated further ahead, by a day; clocks may differ. */
  private static final Duration MAX_AHEAD = Duration.ofDays(2);

  EventWindow {
    apps = List.copyOf(apps);
  }

  /** Conditions on events {@code u}. The time of arrival says in which partitions they are. */
  String sql(SqlParameters parameters, Collection<String> names) {
    String apps = "u.app_id = any(" + parameters.add(apps().toArray(Long[]::new)) + "::bigint[])";
    String named =
        " and u.event_name = any(" + parameters.add(names.toArray(String[]::new)) + "::text[])";
    String from = parameters.add(DryRun.sqlTime(dryRun.from())) + "::timestamptz";
    String until = parameters.add(DryRun.sqlTime(dryRun.until())) + "::timestamptz";
    String within = " and %1$s >= " + from + " and %1$s < " + until;
    String ofClock =
        dryRun.hasOccurredClock()
            ? within.formatted("u.occurred_at")
                + " and u.received_at >= "
                + parameters.add(DryRun.sqlTime(dryRun.from().minus(MAX_AHEAD)))
            : within.formatted("u.received_at");
    return apps + named + ofClock + ofCustomer(parameters, "u.customer_id");
  }

  /** A condition on the customer, if the dry run is of one. */
  String ofCustomer(SqlParameters parameters, String column) {
    return dryRun.customerId() == null
        ? ""
        : " and " + column + " = " + parameters.add(dryRun.customerId());
  }
}
