package dev.shopwire.attribution.installs;

import dev.shopwire.attribution.installs.InstallRowReader.InvalidColumn;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/** Accesses the table of install sources. Methods run on the caller's event loop. */
final class InstallSourceState {
  private static final String FIND_APP =
      "select id from tenancy_apps where workspace_id = $1 and slug = $2";
  private static final String START =
      """
      insert into install_sources as s (workspace_id, app_id, last_started_at)
      values ($1, $2, now())
      on conflict (workspace_id, app_id) do update set last_started_at = now()
      returning s.watermark
      """;
  // A source's clock may be ahead; a watermark in the future would skip the events before it.
  private static final String ADVANCE =
      """
      update install_sources
      set watermark = greatest(watermark, least($3::timestamptz, now())),
        first_event_at = least(first_event_at, $4::timestamptz)
      where workspace_id = $1 and app_id = $2
      """;
  private static final String FINISH =
      """
      update install_sources set last_finished_at = now(), last_error = null, rows_read = $3,
        bad_key_rows = $4, bad_time_rows = $5, bad_shop_rows = $6
      where workspace_id = $1 and app_id = $2
      """;
  private static final String WARN =
      "update install_sources set warnings = $3 where workspace_id = $1 and app_id = $2";
  private static final String FAIL =
      "update install_sources set last_error = $3 where workspace_id = $1 and app_id = $2";
  private static final String MEASURE =
      """
      update install_sources s set new_shops = n.new_shops, seen_shops = n.seen_shops
      from (
        select count(*) as new_shops, count(e.shop) as seen_shops
        from install_sources s
        join tenancy_customers c on c.workspace_id = $1 and c.first_seen_at >= s.first_event_at
        left join (select distinct shop from install_events
          where workspace_id = $1 and app_id = $2) e on e.shop = c.domain
        where s.workspace_id = $1 and s.app_id = $2
      ) n
      where s.workspace_id = $1 and s.app_id = $2
      """;

  private static final String FIND =
      """
      select s.*, extract(epoch from now() - s.watermark)::bigint as lag
      from tenancy_apps a join install_sources s on s.workspace_id = a.workspace_id and s.app_id = a.id
      where a.workspace_id = $1 and a.slug = $2
      """;

  private InstallSourceState() {}

  /** The app whose installs a source has. */
  record Owner(long workspaceId, long appId) {}

  /** Empty if the configured app does not exist. */
  static Future<Optional<Owner>> owner(SqlClient client, InstallSourceConfig config) {
    return client
        .preparedQuery(FIND_APP)
        .execute(Tuple.of(config.workspaceId(), config.app()))
        .map(
            rows ->
                rows.size() == 0
                    ? Optional.empty()
                    : Optional.of(
                        new Owner(config.workspaceId(), rows.iterator().next().getLong("id"))));
  }

  /** Records the start of a run; returns the time to read from, as PostgreSQL's text. */
  static Future<String> start(SqlClient client, Owner owner, Duration overlap) {
    return client
        .preparedQuery(START)
        .execute(Tuple.of(owner.workspaceId(), owner.appId()))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              OffsetDateTime watermark = row.getOffsetDateTime("watermark");
              return watermark == null
                  ? "-infinity"
                  : Instant.from(watermark).minus(overlap).toString();
            });
  }

  /** Records that all events from {@code first} to {@code last} are processed. */
  static Future<Void> advance(
      SqlConnection connection, Owner owner, OffsetDateTime first, OffsetDateTime last) {
    return connection
        .preparedQuery(ADVANCE)
        .execute(
            Tuple.of(owner.workspaceId(), owner.appId())
                .addOffsetDateTime(last)
                .addOffsetDateTime(first))
        .mapEmpty();
  }

  static Future<Void> warn(SqlClient client, Owner owner, List<String> warnings) {
    Tuple found =
        Tuple.of(owner.workspaceId(), owner.appId())
            .addArrayOfString(warnings.toArray(String[]::new));
    return client.preparedQuery(WARN).execute(found).mapEmpty();
  }

  static Future<Void> finish(SqlClient client, Owner owner, InstallRowReader rows) {
    Tuple found =
        Tuple.of(owner.workspaceId(), owner.appId())
            .addLong(rows.rows())
            .addLong(rows.invalid(InvalidColumn.KEY))
            .addLong(rows.invalid(InvalidColumn.TIME))
            .addLong(rows.invalid(InvalidColumn.SHOP));
    return client.preparedQuery(FINISH).execute(found).mapEmpty();
  }

  static Future<Void> fail(SqlClient client, Owner owner, String error) {
    return client
        .preparedQuery(FAIL)
        .execute(Tuple.of(owner.workspaceId(), owner.appId(), error))
        .mapEmpty();
  }

  /** Counts the new shops, and those of them that the source has; gives up after 8 s. */
  static Future<Void> measureCoverage(Pool pool, Owner owner) {
    return pool.withTransaction(
        connection ->
            connection
                .query("set local statement_timeout = '8s'")
                .execute()
                .compose(
                    limited ->
                        connection
                            .preparedQuery(MEASURE)
                            .execute(Tuple.of(owner.workspaceId(), owner.appId())))
                .mapEmpty());
  }

  /** All columns, with the watermark's age in seconds ({@code lag}); empty before the first run. */
  static Future<Optional<Row>> find(SqlClient client, InstallSourceConfig source) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(source.workspaceId(), source.app()))
        .map(rows -> Rows.first(rows, row -> row));
  }
}
