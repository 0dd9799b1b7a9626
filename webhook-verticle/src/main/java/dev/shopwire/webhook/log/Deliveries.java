package dev.shopwire.webhook.log;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.webhook.endpoints.SubscribedEndpoint;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads due and settled deliveries as one set; a settled delivery that is due again counts as
 * pending. Methods run on the caller's event loop.
 */
public final class Deliveries {
  private static final int ATTEMPTS_SHOWN = 25;

  private static final String SELECT =
      """
      with page as (%s)
      select p.message_id, m.topic, d.message_id is not null as pending,
        coalesce(d.kind, s.kind) as kind, coalesce(d.sequence, s.sequence) as sequence, d.next_at,
        s.status, s.reason, s.settled_at
      from page p
      join webhook_messages m on m.workspace_id = $1 and m.id = p.message_id
      left join webhook_due d
        on d.workspace_id = $1 and d.endpoint_id = $2 and d.message_id = p.message_id
      left join webhook_deliveries s
        on s.workspace_id = $1 and s.endpoint_id = $2 and s.message_id = p.message_id
      where d.message_id is not null or s.message_id is not null
      order by p.message_id desc
      """;
  private static final String FIND = SELECT.formatted("select unnest($3::uuid[]) as message_id");

  private Deliveries() {}

  /**
   * A query of deliveries, newest first.
   *
   * @param messages a query of their messages; its first parameters are the workspace and the
   *     endpoint
   */
  static String query(String messages) {
    return SELECT.formatted(messages);
  }

  /** The endpoint's deliveries of {@code messages}, newest first. */
  static Future<List<Delivery>> find(
      SqlClient client, SubscribedEndpoint endpoint, List<UUID> messages) {
    return find(client, endpoint, messages, ATTEMPTS_SHOWN);
  }

  /**
   * @param attempts the maximum number of attempts shown per delivery
   */
  static Future<List<Delivery>> find(
      SqlClient client, SubscribedEndpoint endpoint, List<UUID> messages, int attempts) {
    return client
        .preparedQuery(FIND)
        .execute(
            Tuple.of(endpoint.workspaceId(), endpoint.id())
                .addArrayOfUUID(messages.toArray(UUID[]::new)))
        .compose(
            rows ->
                read(
                    client,
                    endpoint,
                    Rows.list(rows, row -> row),
                    Math.min(attempts, ATTEMPTS_SHOWN)));
  }

  /** Fails with 404 if the endpoint has no delivery of the message, or it is past retention. */
  public static Future<Delivery> require(
      SqlClient client, SubscribedEndpoint endpoint, UUID message) {
    return find(client, endpoint, List.of(message))
        .map(found -> found.stream().findFirst().orElseThrow(DeliveryId::notFound));
  }

  /** Converts rows of {@link #query}, with the attempts that a small page shows. */
  static Future<List<Delivery>> read(
      SqlClient client, SubscribedEndpoint endpoint, List<Row> rows) {
    return read(client, endpoint, rows, ATTEMPTS_SHOWN);
  }

  private static Future<List<Delivery>> read(
      SqlClient client, SubscribedEndpoint endpoint, List<Row> rows, int shown) {
    List<UUID> messages = rows.stream().map(row -> row.getUUID("message_id")).toList();
    if (messages.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return Attempts.last(client, endpoint.workspaceId(), endpoint.id(), messages, shown)
        .map(
            histories -> {
              List<Delivery> deliveries = new ArrayList<>(messages.size());
              rows.forEach(row -> deliveries.add(read(endpoint, row, histories)));
              return deliveries;
            });
  }

  private static Delivery read(
      SubscribedEndpoint endpoint, Row row, Map<UUID, Attempts.History> histories) {
    UUID message = row.getUUID("message_id");
    boolean pending = row.getBoolean("pending");
    return new Delivery(
        new DeliveryId(endpoint.id(), message),
        row.getString("topic"),
        pending ? Delivery.PENDING : row.getString("status"),
        pending ? null : row.getString("reason"),
        row.getString("kind"),
        row.getLong("sequence"),
        instant(row.getOffsetDateTime("next_at")),
        pending ? null : instant(row.getOffsetDateTime("settled_at")),
        Optional.ofNullable(histories.get(message)).orElse(Attempts.History.NONE));
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime moment) {
    return moment == null ? null : moment.toInstant();
  }
}
