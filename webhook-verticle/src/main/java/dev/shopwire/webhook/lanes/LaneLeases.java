package dev.shopwire.webhook.lanes;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Reads and writes the lane leases and the workers that share them. All times are PostgreSQL's. Not
 * thread-safe; use from one event loop.
 */
final class LaneLeases {
  // A worker that hasn't been seen for the length of a lease no longer counts; its row is deleted
  // after an hour. An expired lease that no other worker took is renewed as if it hadn't expired.
  private static final String HEARTBEAT =
      """
      with me as (
        insert into webhook_workers (id) values ($1)
        on conflict (id) do update set seen_at = now()
      ), buried as (
        delete from webhook_workers where seen_at < now() - interval '1 hour' and id <> $1
      ), share as (
        select ceil($3::float8 / (1 + count(*)))::int as lanes from webhook_workers
        where id <> $1 and seen_at > now() - make_interval(secs => $2)
      ), renewed as (
        update webhook_lanes set until = now() + make_interval(secs => $2)
        where owner = $1
        returning lane, epoch
      ), taken as (
        update webhook_lanes
        set owner = $1, epoch = epoch + 1, until = now() + make_interval(secs => $2)
        where lane in (
          select lane from webhook_lanes where owner is null or (until <= now() and owner <> $1)
          order by lane
          limit greatest(0, (select lanes from share) - (select count(*) from renewed))
          for update skip locked)
        returning lane, epoch
      )
      select lane, epoch, (select lanes from share) as share
      from (select * from renewed union all select * from taken) as held
      union all select -1, 0, lanes from share
      """;
  private static final String RELEASE =
      """
      update webhook_lanes set owner = null, until = '-infinity'
      where owner = $1 and lane = any($2)
      """;
  private static final String DEREGISTER = "delete from webhook_workers where id = $1";

  private final SqlClient client;
  private final UUID worker;
  private final Duration lease;

  LaneLeases(SqlClient client, UUID worker, Duration lease) {
    this.client = client;
    this.worker = worker;
    this.lease = lease;
  }

  /**
   * The lanes that a worker holds.
   *
   * @param epochs by lane
   * @param share how many lanes it should hold, given the number of workers
   */
  record HeldLanes(Map<Integer, Long> epochs, int share) {}

  /** Records a sign of life, renews the leases held and acquires free lanes, up to the share. */
  Future<HeldLanes> heartbeat() {
    return client
        .preparedQuery(HEARTBEAT)
        .execute(Tuple.of(worker, lease.toMillis() / 1_000.0, (double) Lanes.COUNT))
        .map(LaneLeases::read);
  }

  private static HeldLanes read(RowSet<Row> rows) {
    Map<Integer, Long> epochs = new HashMap<>();
    int share = Lanes.COUNT;
    for (Row row : rows) {
      share = row.getInteger("share");
      if (row.getInteger("lane") >= 0) {
        epochs.put(row.getInteger("lane"), row.getLong("epoch"));
      }
    }
    return new HeldLanes(epochs, share);
  }

  /** Other workers may acquire the lanes at once. */
  Future<Void> release(Collection<Integer> lanes) {
    return client
        .preparedQuery(RELEASE)
        .execute(Tuple.of(worker).addArrayOfInteger(lanes.toArray(Integer[]::new)))
        .mapEmpty();
  }

  Future<Void> deregister() {
    return client.preparedQuery(DEREGISTER).execute(Tuple.of(worker)).mapEmpty();
  }
}
