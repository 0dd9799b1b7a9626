package dev.shopwire.sources.frozen;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The table of records of frozen days that were added or changed since the figures of these days
 * were last compared. Methods run on the caller's event loop.
 */
public final class LateRecordTable {
  /** Of more in one pass, all days are computed again in place of those that they touch. */
  private static final int MAX_OF_PASS = 5_000;

  private static final int DELETE_BATCH = 5_000;

  // The outcome is compared so that the index of all records by time does not fit, but that by
  // pass. A record that was changed has the pass of its old content still.
  private static final String NOTE =
      """
      insert into partner_late_records as p
        (app_id, fetch_id, stream, key, cause, is_earning, at, at_before, shop, shop_before)
      select $1, $2, $3, n.* from (
        select r.key, coalesce($6::text, 'late_record'), r.kind = 'earning', r.at, null::timestamptz,
          r.shop, null::text
        from partner_records r
        where r.app_id = $1 and r.fetch_id = $2 and r.stream = $3 and r.pass = $4
          and r.pass > 0 and r.outcome || '' = 'record' and r.at < $5
        union all
        select c.key, coalesce($6::text, 'changed_record'),
          coalesce(c.kind = 'earning', false) or coalesce(r.kind = 'earning', false),
          case when c.outcome = 'record' then c.at end, case when r.outcome = 'record' then r.at end,
          c.shop, r.shop
        from partner_changes c cross join lateral (
          select * from partner_records r
          where r.app_id = $1 and r.fetch_id = $2 and r.stream = $3 and r.key = c.key limit 1
        ) r
        where c.app_id = $1 and c.fetch_id = $2 and c.stream = $3
          and least(case when c.outcome = 'record' then c.at end,
            case when r.outcome = 'record' then r.at end) < $5
        limit $7
      ) n
      on conflict (app_id, fetch_id, stream, key) do update set
        is_earning = p.is_earning or excluded.is_earning, at = excluded.at, shop = excluded.shop
      """;
  private static final String LIST =
      """
      select stream, key, cause, is_earning, at, at_before, shop, shop_before
      from partner_late_records where app_id = $1 and fetch_id = $2
      order by coalesce(at, at_before), stream, key
      """;
  private static final String OF_SHOPS =
      """
      select stream, key, cause, is_earning, at, at_before, shop, shop_before
      from partner_late_records
      where app_id = $1 and fetch_id = $2 and (shop = any ($3) or shop_before = any ($3))
      order by coalesce(at, at_before), stream, key
      """;
  private static final String DELETE =
      """
      delete from partner_late_records where ctid = any (array(
        select ctid from partner_late_records where app_id = $1 and fetch_id = $2 limit $3))
      """;

  private LateRecordTable() {}

  /** A record as it is, and as it was before it was changed. */
  record Late(
      String id,
      Cause cause,
      boolean isEarning,
      Optional<Instant> at,
      Optional<Instant> before,
      Optional<String> shop,
      Optional<String> shopBefore) {

    /** The days in which it is or was. */
    Stream<Long> days() {
      return Stream.of(at, before).flatMap(Optional::stream).map(PairDays::day).distinct();
    }

    Stream<String> shops() {
      return Stream.of(shop, shopBefore).flatMap(Optional::stream).distinct();
    }

    Reason reason() {
      return new Reason(cause, List.of(id));
    }
  }

  /**
   * Notes what a pass has found of frozen days: in the transaction that lets it count, before
   * changed records are replaced.
   *
   * @param fetch what is fetched; of what is not shown yet, nothing is noted
   * @param isBackfill whether the pass is part of a backfill that was requested
   */
  public static Future<Void> note(
      SqlClient client, FetchRef fetch, String stream, long pass, boolean isBackfill) {
    return FrozenDayTable.find(client, fetch.appId())
        .compose(
            frozen ->
                frozen.filter(days -> days.fetch().equals(fetch)).isEmpty()
                    ? Future.succeededFuture()
                    : note(client, frozen.get(), stream, pass, isBackfill));
  }

  private static Future<Void> note(
      SqlClient client, Frozen frozen, String stream, long pass, boolean isBackfill) {
    OffsetDateTime end =
        LocalDate.ofEpochDay(frozen.endDay()).atStartOfDay().atOffset(ZoneOffset.UTC);
    @Nullable String cause = isBackfill ? Cause.BACKFILL.id() : null;
    return client
        .preparedQuery(NOTE)
        .execute(
            Tuple.of(frozen.appId(), frozen.fetch().fetchId(), stream)
                .addLong(pass)
                .addOffsetDateTime(end)
                .addString(cause)
                .addInteger(MAX_OF_PASS))
        .compose(
            noted ->
                noted.rowCount() < MAX_OF_PASS
                    ? Future.succeededFuture()
                    : FrozenDayTable.setStale(
                        client, frozen.appId(), isBackfill ? Cause.BACKFILL : Cause.LATE_RECORD));
  }

  /** All of them, the earliest first. */
  static Future<List<Late>> list(SqlClient client, FetchRef fetch) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(fetch.appId(), fetch.fetchId()))
        .map(rows -> Rows.list(rows, LateRecordTable::read));
  }

  /** Those that name one of {@code shops}, or did. */
  static Future<List<Late>> list(SqlClient client, FetchRef fetch, List<String> shops) {
    return client
        .preparedQuery(OF_SHOPS)
        .execute(
            Tuple.of(fetch.appId(), fetch.fetchId()).addArrayOfString(shops.toArray(String[]::new)))
        .map(rows -> Rows.list(rows, LateRecordTable::read));
  }

  private static Late read(Row row) {
    return new Late(
        row.getString("stream") + ":" + row.getString("key"),
        Cause.read(row.getString("cause")),
        row.getBoolean("is_earning"),
        instant(row, "at"),
        instant(row, "at_before"),
        Optional.ofNullable(row.getString("shop")),
        Optional.ofNullable(row.getString("shop_before")));
  }

  private static Optional<Instant> instant(Row row, String column) {
    @Nullable OffsetDateTime time = row.getOffsetDateTime(column);
    return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
  }

  /**
   * Deletes some of a fetch.
   *
   * @return whether there may be more
   */
  static Future<Boolean> deleteSome(SqlClient client, FetchRef fetch) {
    return client
        .preparedQuery(DELETE)
        .execute(Tuple.of(fetch.appId(), fetch.fetchId(), DELETE_BATCH))
        .map(deleted -> deleted.rowCount() == DELETE_BATCH);
  }
}
