package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads endpoints as shown in the console. Methods run on the caller's event loop. */
final class EndpointReads {
  private static final String SELECT =
      """
      select e.workspace_id, e.id, e.url, e.topics, e.event_names, e.ordered, e.status,
        e.status_reason, e.status_at, e.failing_since, e.last_error, e.delivered_at, e.created_at,
        case when e.app_ids is not null then array(
          select slug from tenancy_apps where id = any (e.app_ids) order by slug
        ) end as apps,
        s.made, s.ends
      from webhook_endpoints e
      left join lateral (
        select array_agg(created_at order by id desc) as made,
          array_agg(expires_at order by id desc) as ends
        from webhook_secrets
        where workspace_id = e.workspace_id and endpoint_id = e.id
          and (expires_at is null or expires_at > now())
      ) s on true
      """;
  private static final String FIND = SELECT + " where e.id = $1 and e.status <> 'deleted'";
  private static final String LIST =
      SELECT
          + """
           where e.workspace_id = $1 and e.id > $2 and e.status <> 'deleted'
          order by e.id limit $3
          """;

  private EndpointReads() {}

  /** Fails with 404 if there is no such endpoint. */
  static Future<Endpoint> require(SqlClient client, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, EndpointReads::read).orElseThrow(EndpointTable::notFound));
  }

  /** Ordered by id, starting after the id {@code after}. */
  static Future<List<Endpoint>> list(SqlClient client, long workspaceId, long after, int take) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(workspaceId, after, take))
        .map(rows -> Rows.list(rows, EndpointReads::read));
  }

  private static Endpoint read(Row row) {
    return new Endpoint(
        row.getLong("workspace_id"),
        row.getLong("id"),
        row.getString("url"),
        List.of(row.getArrayOfStrings("topics")),
        list(row.getArrayOfStrings("event_names")),
        list(row.getArrayOfStrings("apps")),
        row.getBoolean("ordered"),
        new Endpoint.State(
            row.getString("status"),
            row.getString("status_reason"),
            row.getOffsetDateTime("status_at").toInstant(),
            instant(row.getOffsetDateTime("failing_since")),
            row.getString("last_error"),
            instant(row.getOffsetDateTime("delivered_at"))),
        row.getOffsetDateTime("created_at").toInstant(),
        secrets(row));
  }

  private static List<Endpoint.Secret> secrets(Row row) {
    OffsetDateTime[] created = row.getArrayOfOffsetDateTimes("made");
    OffsetDateTime[] expires = row.getArrayOfOffsetDateTimes("ends");
    List<Endpoint.Secret> secrets = new ArrayList<>();
    for (int i = 0; created != null && i < created.length; i++) {
      secrets.add(new Endpoint.Secret(created[i].toInstant(), instant(expires[i])));
    }
    return secrets;
  }

  private static @Nullable List<String> list(String @Nullable [] texts) {
    return texts == null ? null : List.of(texts);
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime at) {
    return at == null ? null : at.toInstant();
  }
}
