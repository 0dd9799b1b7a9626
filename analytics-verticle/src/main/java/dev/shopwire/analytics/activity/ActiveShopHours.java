package dev.shopwire.analytics.activity;

import dev.shopwire.analytics.activity.ShopHours.Keyed;
import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Writes the tables {@code active_shops} and {@code active_shop_days}: which shops had events, by
 * hour, of all names together and of each name that has rollups. Only one transaction may do so for
 * an app at a time.
 */
public final class ActiveShopHours {
  /** Sets in memory at a time, of up to 200 KB each. */
  private static final int SLICE = 128;

  private static final String READ =
      """
      select s.event_name, s.hour, s.part, s.shops
      from unnest($2::text[], $3::int[], $4::int[]) as key (event_name, hour, part)
      cross join lateral (
        select * from active_shops a
        where a.app_id = $1 and a.event_name = key.event_name and a.hour = key.hour
          and a.part = key.part
        offset 0
      ) s
      """;
  private static final String WRITE =
      """
      insert into active_shops (app_id, event_name, hour, part, shops)
      select $1, event_name, hour, part, shops
      from unnest($2::text[], $3::int[], $4::int[], $5::bytea[])
        as fresh (event_name, hour, part, shops)
      on conflict (app_id, event_name, hour, part) do update set shops = excluded.shops
      """;
  // By name, since the hours are found by it.
  private static final String DELETE =
      """
      delete from active_shops a using (
        select '' as event_name union
        select event_name from usage_properties where app_id = $1 and property = ''
      ) n
      where a.app_id = $1 and a.event_name = n.event_name and a.hour >= $2 and a.hour < $3
      """;

  // As ShopSet writes them.
  private static final String FILL =
      """
      insert into active_shops (app_id, event_name, hour, part, shops)
      select $1, event_name, hour, part, string_agg(
        substr(int4send(low), 3) || substr(int4send(quarters), 4), ''::bytea order by low)
      from (
        select case when grouping(name) = 0 then name else '' end as event_name,
          hour, part, low, bit_or(quarter_bit) as quarters
        from (
          select known.event_name as name, (quarter / 4)::int as hour,
            (customer_id >> 16)::int as part, (customer_id & 65535)::int as low,
            1 << (quarter % 4)::int as quarter_bit
          from (
            select event_name, customer_id,
              floor(date_part('epoch', occurred_at) / 900)::bigint as quarter
            from stored_usage_events
            where app_id = $1 and occurred_at >= $2 and occurred_at < $3
          ) event
          left join usage_properties known on known.app_id = $1 and known.property = ''
            and known.event_name = event.event_name
        ) named
        group by grouping sets ((name, hour, part, low), (hour, part, low))
        having grouping(name) = 1 or name is not null
      ) shop
      group by event_name, hour, part
      """;

  private ActiveShopHours() {}

  /** Adds and removes what {@code fresh} has collected. */
  public static Future<Void> add(
      Vertx vertx, SqlConnection connection, long appId, ShopHours fresh) {
    Set<Integer> changedHours = new HashSet<>();
    return add(vertx, connection, appId, fresh.drain(), 0, changedHours)
        .compose(
            done ->
                changedHours.isEmpty()
                    ? Future.succeededFuture()
                    : ActiveShopDays.change(connection, appId, changedHours));
  }

  private static Future<Void> add(
      Vertx vertx,
      SqlConnection connection,
      long appId,
      List<Keyed> all,
      int from,
      Set<Integer> changedHours) {
    if (from >= all.size()) {
      return Future.succeededFuture();
    }
    List<Keyed> slice = all.subList(from, Math.min(all.size(), from + SLICE));
    return connection
        .preparedQuery(READ)
        .execute(keys(appId, slice))
        .compose(rows -> vertx.executeBlocking(() -> changed(slice, rows), false))
        .compose(
            changed -> {
              changed.forEach(set -> changedHours.add(set.key().hour()));
              return write(connection, appId, changed);
            })
        .compose(done -> add(vertx, connection, appId, all, from + SLICE, changedHours));
  }

  /** A set to be written. */
  private record Changed(ShopHours.Key key, Buffer shops) {}

  private static List<Changed> changed(List<Keyed> fresh, Iterable<Row> rows) {
    Map<ShopHours.Key, byte[]> stored = new HashMap<>();
    for (Row row : rows) {
      stored.put(
          new ShopHours.Key(
              row.getString("event_name"), row.getInteger("hour"), row.getInteger("part")),
          row.getBuffer("shops").getBytes());
    }
    List<Changed> changed = new ArrayList<>();
    for (Keyed set : fresh) {
      byte[] before = stored.getOrDefault(set.key(), new byte[0]);
      byte[] after = set.shops().mergedWith(before);
      if (after != before) {
        changed.add(new Changed(set.key(), Buffer.buffer(after)));
      }
    }
    return changed;
  }

  private static Future<Void> write(SqlConnection connection, long appId, List<Changed> changed) {
    int size = changed.size();
    return changed.isEmpty()
        ? Future.succeededFuture()
        : connection
            .preparedQuery(WRITE)
            .execute(
                Tuple.of(appId)
                    .addArrayOfString(
                        Columns.of(changed, new String[size], each -> each.key().name()))
                    .addArrayOfInteger(
                        Columns.of(changed, new Integer[size], each -> each.key().hour()))
                    .addArrayOfInteger(
                        Columns.of(changed, new Integer[size], each -> each.key().part()))
                    .addArrayOfBuffer(Columns.of(changed, new Buffer[size], Changed::shops)))
            .mapEmpty();
  }

  private static Tuple keys(long appId, List<Keyed> sets) {
    int size = sets.size();
    return Tuple.of(appId)
        .addArrayOfString(Columns.of(sets, new String[size], each -> each.key().name()))
        .addArrayOfInteger(Columns.of(sets, new Integer[size], each -> each.key().hour()))
        .addArrayOfInteger(Columns.of(sets, new Integer[size], each -> each.key().part()));
  }

  /** Replaces some hours by what the stored events say. */
  public static Future<Void> fill(
      SqlConnection connection, long appId, OffsetDateTime start, OffsetDateTime end) {
    int first = ShopHours.hour(start.toInstant());
    int until = ShopHours.hour(end.toInstant());
    return connection
        .preparedQuery(DELETE)
        .execute(Tuple.of(appId, first, until))
        .compose(deleted -> connection.preparedQuery(FILL).execute(Tuple.of(appId, start, end)))
        .compose(
            filled ->
                ActiveShopDays.change(
                    connection, appId, IntStream.range(first, until).boxed().toList()));
  }
}
