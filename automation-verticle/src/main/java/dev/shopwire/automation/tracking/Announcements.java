package dev.shopwire.automation.tracking;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;

/**
 * Sends the transitions that a build has written to webhooks and flows. Methods run on the caller's
 * event loop.
 */
final class Announcements {
  private static final String ANNOUNCE =
      """
      select count(*) as announced, max(customer_id) as last,
        case when $6::boolean then
          announce_segment_transitions($1, $2, $3, array_agg(customer_id), array_agg(entered),
            array_agg(version), array_agg(cause), array_agg(cause_at), array_agg(app_id))
        end as deliveries,
        record_segment_causes($1, $2, array_agg(customer_id), array_agg(entered), array_agg(0))
          as causes
      from (
        select * from segment_transitions
        where workspace_id = $1 and segment_id = $2 and at = $3 and customer_id > $4
        order by customer_id limit $5
      ) t
      """;
  private static final int AT_ONCE = 2_000;

  private final SqlClient client;
  private final TrackedKey segment;
  private final Moment moment;

  /**
   * @param moment at which the transitions happened
   */
  Announcements(SqlClient client, TrackedKey segment, Moment moment) {
    this.client = client;
    this.segment = segment;
    this.moment = moment;
  }

  /** Sends all transitions to webhooks and flows; returns the number of due deliveries. */
  Future<Long> send() {
    return SegmentCauses.areWanted(client, segment)
        .compose(
            isWanted ->
                isWanted || moment.hasSubscribers()
                    ? send(Long.MIN_VALUE, 0)
                    : Future.succeededFuture(0L));
  }

  private Future<Long> send(long after, long dueBefore) {
    OffsetDateTime at = moment.now();
    return client
        .preparedQuery(ANNOUNCE)
        .execute(
            Tuple.of(segment.workspaceId(), segment.segmentId(), at, after, (long) AT_ONCE)
                .addBoolean(moment.hasSubscribers()))
        .map(rows -> rows.iterator().next())
        .compose(
            row -> {
              Long deliveries = row.getLong("deliveries");
              long due = dueBefore + (deliveries == null ? 0 : deliveries);
              return row.getLong("announced") < AT_ONCE
                  ? Future.succeededFuture(due)
                  : send(row.getLong("last"), due);
            });
  }
}
