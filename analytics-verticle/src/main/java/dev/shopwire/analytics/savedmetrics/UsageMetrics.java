package dev.shopwire.analytics.savedmetrics;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.AppScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** Reads and writes the table {@code usage_metrics}. */
final class UsageMetrics {
  private static final String COLUMNS =
      """
      select m.id, m.app_id, a.workspace_id, m.name, m.event_name, m.calculation, m.over_property
      from usage_metrics m join tenancy_apps a on a.id = m.app_id
      """;
  private static final String FIND = COLUMNS + "where m.id = $1";
  private static final String LIST =
      COLUMNS + "where m.app_id = $1 and m.id > $2 order by m.id limit $3";
  private static final String INSERT =
      """
      insert into usage_metrics (app_id, name, event_name, calculation, over_property)
      values ($1, $2, $3, $4, $5) on conflict (app_id, name) do nothing returning id
      """;
  private static final String DELETE =
      """
      with m as (delete from usage_metrics where id = $1 returning *)
      select m.id, m.app_id, a.workspace_id, m.name, m.event_name, m.calculation, m.over_property
      from m join tenancy_apps a on a.id = m.app_id
      """;

  private final Pool pool;

  UsageMetrics(Pool pool) {
    this.pool = pool;
  }

  Future<Optional<UsageMetric>> find(long id) {
    return pool.preparedQuery(FIND)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, UsageMetric::read));
  }

  Future<List<UsageMetric>> list(long appId, long after, int limit) {
    return pool.preparedQuery(LIST)
        .execute(Tuple.of(appId, after, limit))
        .map(rows -> Rows.list(rows, UsageMetric::read));
  }

  /** All of an app, for export. */
  static ExportSource.Rows rows(AppScope app) {
    return ExportSource.Rows.of(
        LIST, Tuple.of(app.appId(), 0L, Integer.MAX_VALUE), row -> UsageMetric.read(row).json());
  }

  /**
   * Adds a metric, with its row in the audit log.
   *
   * @return empty if the app already has a metric of that name
   */
  Future<Optional<UsageMetric>> insert(Caller caller, AppScope app, UsageMetricInput input) {
    return Transactions.run(
        pool,
        connection ->
            insert(connection, app, input)
                .compose(
                    metric ->
                        AuditLog.write(connection, caller, metric.map(UsageMetric::created))
                            .map(metric)));
  }

  private static Future<Optional<UsageMetric>> insert(
      SqlClient connection, AppScope app, UsageMetricInput input) {
    Tuple values =
        Tuple.of(
            app.appId(),
            input.name(),
            input.eventName(),
            input.measure().calculation().apiName(),
            input.measure().overProperty().map(PropertyPath::text).orElse(null));
    return connection
        .preparedQuery(INSERT)
        .execute(values)
        .map(
            rows ->
                Rows.first(
                    rows,
                    row ->
                        new UsageMetric(
                            row.getLong("id"),
                            app,
                            input.name(),
                            input.eventName(),
                            input.measure())));
  }

  /**
   * Deletes a metric, with a row in the audit log.
   *
   * @return whether it existed
   */
  Future<Boolean> delete(Caller caller, long id) {
    return Transactions.run(
        pool,
        connection ->
            connection
                .preparedQuery(DELETE)
                .execute(Tuple.of(id))
                .map(rows -> Rows.first(rows, UsageMetric::read))
                .compose(
                    metric ->
                        AuditLog.write(connection, caller, metric.map(UsageMetric::deleted))
                            .map(metric.isPresent())));
  }
}
