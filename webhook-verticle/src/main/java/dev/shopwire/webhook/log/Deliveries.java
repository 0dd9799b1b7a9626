package dev.shopwire.webhook.log;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
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
 * Reads what is due and how what was due ended, as one: what is due again counts as pending.
 * Methods run on the caller's event loop.
 */
public final class Deliveries {
  private static final int ATTEMPTS_SHOWN = 25;
  private static final int ATTEMPTS_A_PAGE = 5_000;

  // Each branch reads its key backwards and stops. The look-ups are scalar, so that none becomes a
  // join over all of a table.
  private static final String IN_ORDER =
      """
          and t.message_id < $3
          and ($5 = '' or $5 = (
            select topic from webhook_messages where workspace_id = $1 and id = t.message_id))
        order by t.message_id desc limit $4)
      """;
  private static final String DUE =
      "(select t.message_id from webhook_due t where t.workspace_id = $1 and t.endpoint_id = $2"
          + IN_ORDER;
  private static final String SETTLED =
      "(select t.message_id from webhook_deliveries t"
          + " where t.workspace_id = $1 and t.endpoint_id = $2";
  private static final String OF_STATUS =
      """
       and t.status = '%s' and (
        select true from webhook_due
        where workspace_id = $1 and endpoint_id = $2 and message_id = t.message_id) is null
      """;
  private static final String SHOWN =
      """
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
  private static final String FIND =
      "with page as (select unnest($3::uuid[]) as message_id) " + SHOWN;
  private static final String IS_PENDING =
      """
      select exists (
        select from webhook_due where workspace_id = $1 and endpoint_id = $2 and message_id = $3
      ) as pending
      """;

  private Deliveries() {}

  private static String list(String branches) {
    return "with page as (select message_id from ("
        + branches
        + ") as known order by message_id desc limit $4) "
        + SHOWN;
  }

  /** Newest first; one row more than asked for if there is a next page. */
  static Future<List<Delivery>> page(SqlClient client, Endpoint endpoint, DeliveryFilter filter) {
    int shown = Math.min(ATTEMPTS_SHOWN, ATTEMPTS_A_PAGE / filter.take());
    return client
        .preparedQuery(LIST.getOrDefault(filter.status(), ""))
        .execute(
            Tuple.of(
                endpoint.workspaceId(),
                endpoint.id(),
                filter.before(),
                filter.take() + 1,
                filter.topic()))
        .compose(rows -> withAttempts(client, endpoint, rows, shown));
  }

  /** Those of {@code messages} that the endpoint is or was to be told. */
  static Future<List<Delivery>> find(SqlClient client, Endpoint endpoint, List<UUID> messages) {
    return client
        .preparedQuery(FIND)
        .execute(
            Tuple.of(endpoint.workspaceId(), endpoint.id())
                .addArrayOfUUID(messages.toArray(UUID[]::new)))
        .compose(rows -> withAttempts(client, endpoint, rows, ATTEMPTS_SHOWN));
  }

  /** Fails with 404 if the endpoint never was to be told the message, or it is past retention. */
  public static Future<Delivery> require(SqlClient client, Endpoint endpoint, UUID message) {
    return find(client, endpoint, List.of(message))
        .map(found -> found.stream().findFirst().orElseThrow(DeliveryId::unknown));
  }

  public static Future<Boolean> isPending(SqlClient client, Endpoint endpoint, UUID message) {
    return client
        .preparedQuery(IS_PENDING)
        .execute(Tuple.of(endpoint.workspaceId(), endpoint.id(), message))
        .map(rows -> rows.iterator().next().getBoolean("pending"));
  }

  private static Future<List<Delivery>> withAttempts(
      SqlClient client, Endpoint endpoint, RowSet<Row> rows, int shown) {
    List<UUID> messages = new ArrayList<>(rows.size());
    rows.forEach(row -> messages.add(row.getUUID("message_id")));
    if (messages.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return Attempts.last(client, endpoint.workspaceId(), endpoint.id(), messages, shown)
        .map(
            tried -> {
              List<Delivery> deliveries = new ArrayList<>(messages.size());
              rows.forEach(row -> deliveries.add(read(endpoint, row, tried)));
              return deliveries;
            });
  }

  private static Delivery read(Endpoint endpoint, Row row, Map<UUID, Attempts.Tried> tried) {
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
        Optional.ofNullable(tried.get(message)).orElse(Attempts.Tried.NONE));
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime moment) {
    return moment == null ? null : moment.toInstant();
  }
}
