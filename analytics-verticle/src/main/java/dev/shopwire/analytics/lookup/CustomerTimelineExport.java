package dev.shopwire.analytics.lookup;

import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.contracts.Timeline;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Reads all usage events and page views of one customer, in the order of {@link CustomerTimeline}.
 */
public final class CustomerTimelineExport {
  private static final String ALL =
      """
      select scope.id as app_id, scope.slug, event.*,
        (scope.id || '-' || event.event_key) collate "C" as id
      from (
        select a.id, a.slug from tenancy_apps a
        where a.workspace_id = $1 and ($3::text = '' or a.slug = $3)
      ) scope
      cross join lateral (
        select %2$s, $6::text as domain,
          (case when %3$s then 'page_view' else 'usage_event' end) collate "C" as type
        from stored_usage_events e
        where e.app_id = scope.id and e.customer_id = $2
          and e.occurred_at >= $4 and e.occurred_at < $5 %1$s
      ) event
      order by occurred_at desc, type, id
      """;

  // With all parameters of the rows, although it needs none for the domain.
  private static final String COUNT =
      """
      select count(*) as count
      from tenancy_apps a join stored_usage_events e on e.app_id = a.id and e.customer_id = $2
      where a.workspace_id = $1 and ($3::text = '' or a.slug = $3)
        and e.occurred_at >= $4 and e.occurred_at < $5 and $6::text is not null %1$s
      """;

  /** How many events an export holds in memory: few, since each may have 32 KiB of properties. */
  private static final int MAX_EXPORTED_ROWS = 100;

  private CustomerTimelineExport() {}

  /** {@code getCustomerTimeline}: the entries of this role. */
  public static BiFunction<OpenRequest, Snapshot, Future<ExportSource.Rows>> source() {
    return (export, snapshot) -> {
      long id = NumericId.parse(export.id()).orElseThrow(() -> Failure.notFound("customer"));
      Timeline.Request request =
          Timeline.Request.ofExport(id, export.parameters(), export.caller());
      return snapshot
          .query(CustomerTimeline.CUSTOMER, Tuple.of(id))
          .map(CustomerTimeline::customer)
          .map(customer -> rows(customer, request));
    };
  }

  private static ExportSource.Rows rows(
      CustomerTimeline.Customer customer, Timeline.Request request) {
    Set<String> types = CustomerTimeline.types(request);
    Tuple parameters =
        Tuple.of(customer.workspaceId(), request.customerId(), request.app())
            .addOffsetDateTime(CustomerTimeline.time(request.from(), CustomerTimeline.EARLIEST))
            .addOffsetDateTime(CustomerTimeline.time(request.until(), CustomerTimeline.LATEST))
            .addString(customer.domain());
    return new ExportSource.Rows(
        CustomerTimeline.sql(ALL, types),
        CustomerTimeline.sql(COUNT, types),
        parameters,
        MAX_EXPORTED_ROWS,
        (rows, snapshot) ->
            Future.succeededFuture(
                rows.stream().map(row -> CustomerTimeline.entry(row).row()).toList()));
  }
}
