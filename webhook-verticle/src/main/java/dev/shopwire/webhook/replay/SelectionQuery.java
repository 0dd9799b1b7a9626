package dev.shopwire.webhook.replay;

import dev.shopwire.common.outbox.Topic;
import dev.shopwire.webhook.endpoints.SubscribedEndpoint;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The query of the deliveries that a filter selects, which returns the ids of their messages.
 *
 * @param parameters the first two are the workspace and the endpoint
 */
record SelectionQuery(String sql, Tuple parameters) {
  private static final String BOUNDS =
      """
       > webhook_message_floor($3::timestamptz)
          and %1$s < webhook_message_floor(
            least($4::timestamptz, now()) + interval '1 millisecond')
      """;

  // Tests that were replayed on their own are of the kind 'replay', but never have a sequence
  // number.
  private static final String NO_TEST =
      """
          and d.kind <> 'test' and (d.sequence is not null or (
            select topic from webhook_messages
            where workspace_id = $1 and id = d.message_id) is distinct from '%s')
      """
          .formatted(Topic.TEST.apiName());
  private static final String OF_ENDPOINT =
      """
      select d.message_id from webhook_deliveries d
      %s
      where d.workspace_id = $1 and d.endpoint_id = $2 and d.message_id
      """
          + BOUNDS.formatted("d.message_id");

  // "offset 0" keeps these subqueries lookups by key, whatever the planner expects.
  private static final String WITH_MESSAGE =
      """
      cross join lateral (
        select topic, payload from webhook_messages
        where workspace_id = $1 and id = d.message_id
        offset 0
      ) m
      """;
  private static final String OF_CUSTOMER =
      """
      select d.message_id
      from (
        select id, topic, payload from webhook_messages
        where workspace_id = $1 and customer_id = $5 and id
      """
          + BOUNDS.formatted("id")
          + """
            offset 0
          ) m
          cross join lateral (
            select message_id, kind, sequence, status from webhook_deliveries
            where workspace_id = $1 and endpoint_id = $2 and message_id = m.id
            offset 0
          ) d
          where true
          """;

  static SelectionQuery of(SubscribedEndpoint endpoint, ReplayFilter filter) {
    Tuple parameters =
        Tuple.of(
            endpoint.workspaceId(),
            endpoint.id(),
            time(filter.since()),
            filter.until().map(SelectionQuery::time).orElse(null));
    boolean needsMessage = !filter.topics().isEmpty() || !filter.eventNames().isEmpty();
    StringBuilder sql =
        new StringBuilder(
            filter.customerId().isPresent()
                ? OF_CUSTOMER
                : OF_ENDPOINT.formatted(needsMessage ? WITH_MESSAGE : ""));
    filter.customerId().ifPresent(parameters::addLong);
    sql.append(" and d.status in (")
        .append(literals(filter.statuses()))
        .append(")")
        .append(NO_TEST);
    if (!filter.topics().isEmpty()) {
      parameters.addArrayOfString(filter.topics().toArray(String[]::new));
      sql.append(" and m.topic = any ($").append(parameters.size()).append(")");
    }
    if (!filter.eventNames().isEmpty()) {
      parameters.addArrayOfString(filter.eventNames().toArray(String[]::new));
      sql.append(
          " and m.topic = '%s' and m.payload ->> 'eventName' = any ($%d)"
              .formatted(Topic.USAGE_EVENT.apiName(), parameters.size()));
    }
    return new SelectionQuery(sql.toString(), parameters);
  }

  private static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  /**
   * Not a parameter, since the index of failed deliveries applies only to statuses that the planner
   * knows. They are known words, without quotes.
   */
  private static String literals(List<String> statuses) {
    return statuses.stream().map(status -> "'" + status + "'").collect(Collectors.joining(", "));
  }
}
