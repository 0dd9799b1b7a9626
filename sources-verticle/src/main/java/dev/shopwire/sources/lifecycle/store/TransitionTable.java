package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;

/**
 * The table of announced transitions, which start flows in the same transaction. Methods run on the
 * caller's event loop.
 */
final class TransitionTable {
  private static final int DELETE_BATCH = 5_000;

  private static final String ADD =
      """
      insert into partner_transitions
        (workspace_id, app_id, transition_id, customer_id, topic, occurred_at)
      select $1, $2, n.* from unnest($3::uuid[], $4::bigint[], $5::text[], $6::timestamptz[])
        as n (transition_id, customer_id, topic, occurred_at)
      on conflict do nothing
      """;
  private static final String START_FLOWS =
      "select record_lifecycle_causes($1, $2, $3::bigint[], $4::text[])";

  // Of an app that is connected, they stay.
  private static final String DELETE =
      """
      delete from partner_transitions where ctid = any (array(
        select t.ctid from partner_transitions t
        where t.workspace_id = (select workspace_id from tenancy_apps where id = $1) and t.app_id = $1
          and not exists (select from partner_connections where app_id = $1)
        limit $2))
      """;

  private TransitionTable() {}

  /**
   * @param topic its name in the API
   * @param at when it happened
   */
  record Announced(UUID id, long customerId, String topic, Instant at) {}

  /** Adds transitions, and notes them for the flows that start from them. */
  static Future<Void> add(
      SqlClient client, long workspaceId, long appId, List<Announced> announced) {
    if (announced.isEmpty()) {
      return Future.succeededFuture();
    }
    int count = announced.size();
    Long[] customers = Columns.of(announced, new Long[count], Announced::customerId);
    String[] topics = Columns.of(announced, new String[count], Announced::topic);
    return client
        .preparedQuery(ADD)
        .execute(
            Tuple.of(workspaceId, appId)
                .addArrayOfUUID(Columns.of(announced, new UUID[count], Announced::id))
                .addArrayOfLong(customers)
                .addArrayOfString(topics)
                .addArrayOfOffsetDateTime(
                    Columns.of(
                        announced,
                        new OffsetDateTime[count],
                        one -> one.at().atOffset(ZoneOffset.UTC))))
        .compose(
            added ->
                client
                    .preparedQuery(START_FLOWS)
                    .execute(
                        Tuple.of(workspaceId, appId)
                            .addArrayOfLong(customers)
                            .addArrayOfString(topics)))
        .mapEmpty();
  }

  /**
   * Deletes some of an app that is no longer connected.
   *
   * @return whether there may be more
   */
  static Future<Boolean> deleteSome(SqlClient client, long appId) {
    return client
        .preparedQuery(DELETE)
        .execute(Tuple.of(appId, DELETE_BATCH))
        .map(deleted -> deleted.rowCount() == DELETE_BATCH);
  }
}
