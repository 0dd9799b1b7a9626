package dev.shopwire.sources.events;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says which records of a connection count: those of the shown fetch, of complete passes, and
 * before {@code completeTo}. Valid within the transaction that read it, since a pass may end at any
 * time.
 *
 * @param completeTo everything before it was read in all streams; empty if one has read nothing
 * @param streams the names of the streams
 * @param passes the last complete pass of each, in the same order
 * @param earningsPasses up to which pass the earnings of each are added up by the hour
 * @param tests how many of them are about test charges
 */
public record ShownRecords(
    long workspaceId,
    long appId,
    long fetchId,
    Optional<Instant> completeTo,
    List<String> streams,
    List<Long> passes,
    List<Long> earningsPasses,
    long tests) {
  private static final String FIND =
      """
      select c.workspace_id, c.app_id, c.shown_id,
        case when count(*) = count(s.complete_to) then min(s.complete_to) end as complete_to,
        array_agg(s.name order by s.name) as streams, array_agg(s.pass order by s.name) as passes,
        array_agg(s.earnings_pass order by s.name) as earnings_passes,
        sum(s.tests)::bigint as tests
      from partner_connections c
      join partner_streams s on s.app_id = c.app_id and s.fetch_id = c.shown_id
      where c.%s = $1
      group by c.app_id order by c.app_id
      """;

  /** Fails with 404 if there is no such app, or no connection of it. */
  public static Future<ShownRecords> find(SqlClient client, long appId) {
    return client
        .preparedQuery(FIND.formatted("app_id"))
        .execute(Tuple.of(appId))
        .map(rows -> Rows.first(rows, ShownRecords::read))
        .compose(
            found ->
                found
                    .map(Future::succeededFuture)
                    .orElseGet(
                        () ->
                            new Workspaces(client)
                                .findApp(appId)
                                .compose(
                                    app ->
                                        Future.failedFuture(
                                            Failure.notFound("partner connection")))));
  }

  /** Those of all connections of a workspace, by app. Fails with 404 if there is none. */
  public static Future<List<ShownRecords>> ofWorkspace(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(FIND.formatted("workspace_id"))
        .execute(Tuple.of(workspaceId))
        .map(rows -> Rows.list(rows, ShownRecords::read))
        .compose(
            found ->
                found.isEmpty()
                    ? Future.failedFuture(Failure.notFound("partner connection"))
                    : Future.succeededFuture(found));
  }

  private static ShownRecords read(Row row) {
    @Nullable OffsetDateTime completeTo = row.getOffsetDateTime("complete_to");
    return new ShownRecords(
        row.getLong("workspace_id"),
        row.getLong("app_id"),
        row.getLong("shown_id"),
        Optional.ofNullable(completeTo).map(OffsetDateTime::toInstant),
        List.of(row.getArrayOfStrings("streams")),
        List.of(row.getArrayOfLongs("passes")),
        List.of(row.getArrayOfLongs("earnings_passes")),
        row.getLong("tests"));
  }
}
