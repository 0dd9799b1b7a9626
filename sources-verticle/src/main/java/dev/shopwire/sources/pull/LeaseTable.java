package dev.shopwire.sources.pull;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The table of leases, by PostgreSQL's clock. A lease that is not renewed ends after 10 s. Methods
 * run on the caller's event loop.
 */
final class LeaseTable {
  static final Duration LENGTH = Duration.ofSeconds(10);

  // Connections without a lease that have something to do, those that wait longest first. A pull
  // waits as long as its platform fails, so a workspace has only some of a process.
  private static final String ACQUIRE =
      """
      with leased as (
        select c.workspace_id, count(*) as leases
        from partner_leases l join partner_connections c on c.app_id = l.app_id
        where l.owner = $1 and l.ends_at > clock_timestamp() group by c.workspace_id
      ), due as (
        select c.app_id, c.next_at, coalesce(o.leases, 0)
          + row_number() over (partition by c.workspace_id order by c.next_at) as place
        from partner_connections c left join leased o on o.workspace_id = c.workspace_id
        where c.next_at <= clock_timestamp() and not c.is_paused and c.stopped_code is null
          and not exists (select from partner_leases held
            where held.app_id = c.app_id and held.ends_at > clock_timestamp())
      )
      insert into partner_leases as l (app_id, owner, epoch, ends_at)
      select app_id, $1, 1, clock_timestamp() + $2 * interval '1 ms'
      from due where place <= $4 order by next_at limit $3
      on conflict (app_id) do update set
        owner = excluded.owner, epoch = l.epoch + 1, ends_at = excluded.ends_at
      where l.ends_at <= clock_timestamp()
      returning app_id, epoch
      """;
  // What has ended is not renewed: another process may have begun since.
  private static final String RENEW =
      """
      update partner_leases l set ends_at = clock_timestamp() + $2 * interval '1 ms'
      from partner_connections c
      where l.owner = $1 and l.ends_at > clock_timestamp() and l.app_id = any ($3)
        and c.app_id = l.app_id
      returning l.app_id, l.epoch, c.revision
      """;
  private static final String RELEASE =
      """
      update partner_leases set ends_at = clock_timestamp()
      where app_id = $1 and owner = $2 and epoch = $3
      """;

  // Nothing that this transaction writes can be committed after the lease or the configuration has
  // changed.
  private static final String FENCE =
      """
      select 1 from partner_connections c join partner_leases l on l.app_id = c.app_id
      where c.app_id = $1 and c.revision = $2 and not c.is_paused and c.stopped_code is null
        and l.owner = $3 and l.epoch = $4 and l.ends_at > clock_timestamp()
      for share
      """;

  private LeaseTable() {}

  /** A connection is leased to another process, or was changed, paused or deleted. */
  static final class Superseded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Superseded() {
      super("another process polls the connection, or it was changed", null, false, false);
    }
  }

  /**
   * Leases connections to a process.
   *
   * @param limit how many
   * @param limitOfWorkspace how many leases of the process a workspace may have
   */
  static Future<List<Lease>> acquire(
      SqlClient client, UUID owner, int limit, int limitOfWorkspace) {
    return client
        .preparedQuery(ACQUIRE)
        .execute(Tuple.of(owner, LENGTH.toMillis(), limit, limitOfWorkspace))
        .map(
            rows ->
                Rows.list(
                    rows, row -> new Lease(row.getLong("app_id"), owner, row.getLong("epoch"))));
  }

  /** The revisions of the connections whose leases were renewed. */
  static Future<Map<Lease, Long>> renew(SqlClient client, UUID owner, List<Lease> leases) {
    return client
        .preparedQuery(RENEW)
        .execute(
            Tuple.of(owner, LENGTH.toMillis())
                .addArrayOfLong(leases.stream().map(Lease::appId).toArray(Long[]::new)))
        .map(
            rows -> {
              Map<Lease, Long> renewed = new HashMap<>();
              rows.forEach(
                  row ->
                      renewed.put(
                          new Lease(row.getLong("app_id"), owner, row.getLong("epoch")),
                          row.getLong("revision")));
              return renewed;
            });
  }

  static Future<Void> release(SqlClient client, Lease lease) {
    return client
        .preparedQuery(RELEASE)
        .execute(Tuple.of(lease.appId(), lease.owner(), lease.epoch()))
        .mapEmpty();
  }

  /** Fails with {@link Superseded} unless the connection is still as it was when it was read. */
  static Future<Void> fence(SqlClient connection, Lease lease, long revision) {
    return connection
        .preparedQuery(FENCE)
        .execute(Tuple.of(lease.appId(), revision, lease.owner(), lease.epoch()))
        .compose(
            rows ->
                rows.size() == 1
                    ? Future.succeededFuture()
                    : Future.failedFuture(new Superseded()));
  }
}
