package dev.shopwire.webhook.log;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.webhook.endpoints.SubscribedEndpoint;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads pages of an endpoint's deliveries, newest first. Methods run on the caller's event loop.
 */
final class DeliveryPages {
  private static final int ATTEMPTS_PER_PAGE = 5_000;

  /** No index covers topics, so at most this many deliveries are read per page of a topic. */
  private static final int WINDOW = 20_000;

  // A generic plan fits no page; JIT compilation costs more than it saves.
  static final String PREPARE =
      """
      select set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('statement_timeout', '1500', true)
      """;

  // Each branch scans its key backwards and stops at the limit.
  private static final String IN_ORDER =
      " and t.message_id < $3 order by t.message_id desc limit $4)";
  private static final String DUE =
      """
      (select t.message_id from webhook_due t where t.workspace_id = $1 and t.endpoint_id = $2
      """
          + IN_ORDER;
  private static final String SETTLED =
      """
      (select t.message_id from webhook_deliveries t
        where t.workspace_id = $1 and t.endpoint_id = $2
      """;
  // A scalar subquery, so that the planner doesn't join all due rows.
  private static final String OF_STATUS =
      """
          and t.status = '%s' and (
            select true from webhook_due
            where workspace_id = $1 and endpoint_id = $2 and message_id = t.message_id) is null
      """;
  private static final Map<String, String> LIST =
      Map.of(
          "",
          list(DUE + " union " + SETTLED + IN_ORDER),
          Delivery.PENDING,
          list(DUE),
          "delivered",
          list(SETTLED + OF_STATUS.formatted("delivered") + IN_ORDER),
          "failed",
          list(SETTLED + OF_STATUS.formatted("failed") + IN_ORDER),
          "parked",
          list(SETTLED + OF_STATUS.formatted("parked") + IN_ORDER));
  private static final String ALL_OF_TOPIC =
      """
      select message_id from (%s) s
      where $5 = (select topic from webhook_messages where workspace_id = $1 and id = s.message_id)
      """;
  // The last row of a full window is not part of the page: it marks where the next one starts.
  private static final String OF_TOPIC =
      """
      with seen as materialized (%s), page as (
        select message_id from seen s
        where $5 = (select topic from webhook_messages where workspace_id = $1 and id = s.message_id)
        order by message_id desc limit $6
      )
      select message_id, true as shown from page
      union all
      (select message_id, false from seen order by message_id desc offset $4 - 1)
      order by shown desc, message_id desc
      """;

  private DeliveryPages() {}

  private static String list(String branches) {
    return "select message_id from (" + branches + ") as known order by message_id desc limit $4";
  }

  /**
   * A page.
   *
   * @param next the message after which the next page starts; empty if there is none
   */
  record Page(List<Delivery> deliveries, Optional<UUID> next) {}

  private record Ids(List<UUID> shown, Optional<UUID> next) {}

  static Future<Page> read(Pool pool, SubscribedEndpoint endpoint, DeliveryFilter filter) {
    int attempts = ATTEMPTS_PER_PAGE / filter.take();
    return pool.withTransaction(
        connection ->
            connection
                .preparedQuery(PREPARE)
                .execute()
                .compose(
                    prepared ->
                        filter.topic().isEmpty()
                            ? all(connection, endpoint, filter)
                            : ofTopic(connection, endpoint, filter))
                .compose(
                    ids ->
                        Deliveries.find(connection, endpoint, ids.shown(), attempts)
                            .map(deliveries -> new Page(deliveries, ids.next()))));
  }

  /** The messages of all deliveries that the filter selects, whatever page it is for. */
  static String messages(DeliveryFilter filter) {
    String list = LIST.getOrDefault(filter.status(), "");
    return filter.topic().isEmpty() ? list : ALL_OF_TOPIC.formatted(list);
  }

  /** The parameters of {@link #messages}. */
  static Tuple parameters(SubscribedEndpoint endpoint, DeliveryFilter filter) {
    Tuple parameters = parameters(endpoint, filter, Integer.MAX_VALUE);
    return filter.topic().isEmpty() ? parameters : parameters.addString(filter.topic());
  }

  private static Future<Ids> all(
      SqlConnection connection, SubscribedEndpoint endpoint, DeliveryFilter filter) {
    return connection
        .preparedQuery(LIST.getOrDefault(filter.status(), ""))
        .execute(parameters(endpoint, filter, filter.take() + 1))
        .map(
            rows ->
                page(
                    Rows.list(rows, row -> row.getUUID("message_id")),
                    filter.take(),
                    Optional.empty()));
  }

  private static Future<Ids> ofTopic(
      SqlConnection connection, SubscribedEndpoint endpoint, DeliveryFilter filter) {
    return connection
        .preparedQuery(OF_TOPIC.formatted(LIST.getOrDefault(filter.status(), "")))
        .execute(
            parameters(endpoint, filter, WINDOW)
                .addString(filter.topic())
                .addInteger(filter.take() + 1))
        .map(
            rows -> {
              List<UUID> ids = new ArrayList<>(rows.size());
              Optional<UUID> end = Optional.empty();
              for (Row row : rows) {
                UUID id = row.getUUID("message_id");
                if (row.getBoolean("shown")) {
                  ids.add(id);
                } else {
                  end = Optional.of(id);
                }
              }
              return page(ids, filter.take(), end);
            });
  }

  private static Tuple parameters(SubscribedEndpoint endpoint, DeliveryFilter filter, int limit) {
    return Tuple.of(endpoint.workspaceId(), endpoint.id(), filter.before(), limit);
  }

  private static Ids page(List<UUID> ids, int take, Optional<UUID> end) {
    return ids.size() > take
        ? new Ids(ids.subList(0, take), Optional.of(ids.get(take - 1)))
        : new Ids(ids, end);
  }
}
