package dev.shopwire.analytics.rollups;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the table {@code usage_rollups}: blocks are read, added to and written back, or merged.
 * Only one transaction may do so for an app at a time.
 */
final class UsageRollups {
  /** Maximum aggregates of one block; a property with more is no longer grouped. */
  static final int MAX_AGGREGATES = 10_000;

  /** Blocks in memory at a time, each of which may have that many aggregates. */
  private static final int SLICE = 64;

  private static final String COLUMNS =
      """
      r.event_name, r.group_property, r.grain, r.day, r.days, r.merged, r.slots, r.group_values, r.events,
      r.ctid::text as place, r.overs, r.has, r.numbers, r.totals::text as totals, r.least::text as least,
      r.greatest::text as greatest\s""";
  private static final String READ =
      """
      select %s
      from unnest($2::text[], $3::text[], $4::smallint[], $5::int[])
        as key (event_name, group_property, grain, day)
      cross join lateral (
        select r.ctid, * from usage_rollups r
        where r.app_id = $1 and r.event_name = key.event_name
          and r.group_property = key.group_property and r.grain = key.grain and r.day = key.day
        offset 0
      ) r
      """
          .formatted(COLUMNS);
  private static final String READ_FINE =
      """
      select %s
      from usage_rollups r
      where r.app_id = $1 and r.event_name = $2 and r.group_property = $3
        and r.grain = any('{15,60}') and r.day >= $4 and r.day < $5
      order by r.day, r.grain
      """
          .formatted(COLUMNS);
  private static final String WRITE =
      """
      insert into usage_rollups (app_id, event_name, group_property, grain, day, days, merged,
        slots, group_values, events, overs, has, numbers, totals, least, greatest)
      select $1, event_name, group_property, grain, day, days, merged, slots::smallint[],
        group_values::text[], events::bigint[], overs::text[], has::bigint[], numbers::bigint[],
        totals::numeric[], least::numeric[], greatest::numeric[]
      from unnest($2::text[], $3::text[], $4::smallint[], $5::int[], $6::smallint[], $7::boolean[],
          $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
          $15::text[], $16::text[])
        as block (event_name, group_property, grain, day, days, merged, slots, group_values, events,
          overs, has, numbers, totals, least, greatest)
      on conflict (app_id, event_name, group_property, grain, day) do update set
        days = excluded.days, merged = excluded.merged, slots = excluded.slots, group_values = excluded.group_values,
        events = excluded.events, overs = excluded.overs, has = excluded.has,
        numbers = excluded.numbers, totals = excluded.totals, least = excluded.least,
        greatest = excluded.greatest
      """;
  // Avoids the index search and the row lock of an upsert.
  private static final String UPDATE =
      """
      update usage_rollups r set slots = block.slots::smallint[],
        group_values = block.group_values::text[], events = block.events::bigint[],
        overs = block.overs::text[], has = block.has::bigint[], numbers = block.numbers::bigint[],
        totals = block.totals::numeric[], least = block.least::numeric[],
        greatest = block.greatest::numeric[]
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
          $8::text[], $9::text[], $10::text[])
        as block (place, slots, group_values, events, overs, has, numbers, totals, least, greatest)
      where r.ctid = block.place::tid
      """;
  private static final String TO_MERGE =
      """
      select event_name, group_property,
        extract(epoch from date_trunc('month', to_timestamp(day * 86400.0) at time zone 'UTC')
          at time zone 'UTC')::bigint / 86400 as month
      from usage_rollups
      where app_id = $1 and grain in (15, 60) and not merged and day < $2
      group by 1, 2, 3 having count(*) >= $3 order by 1, 2, 3 limit $4
      """;
  private static final String DELETE_FINE =
      """
      delete from usage_rollups
      where app_id = $1 and event_name = $2 and group_property = $3 and grain = any('{15,60}')
        and day >= $4 and day < $5
      """;
  private static final String DELETE_GROUP =
      "delete from usage_rollups where app_id = $1 and event_name = $2 and group_property = $3";

  /** An event name and the property by whose values it is grouped; empty if it is not. */
  record Group(String event, String property) {}

  /**
   * A group's blocks of one month.
   *
   * @param firstDay since 1970
   */
  record GroupMonth(Group group, int firstDay) {
    private static GroupMonth read(Row row) {
      return new GroupMonth(
          new Group(row.getString("event_name"), row.getString("group_property")),
          Math.toIntExact(row.getLong("month")));
    }

    /** The first day of the next month. */
    private int end() {
      return Math.toIntExact(LocalDate.ofEpochDay(firstDay).plusMonths(1).toEpochDay());
    }

    private Tuple key(long appId) {
      return Tuple.of(appId, group.event(), group.property(), firstDay, end());
    }
  }

  private UsageRollups() {}

  static Future<Void> delete(SqlConnection connection, long appId, List<Group> groups) {
    return groups.isEmpty()
        ? Future.succeededFuture()
        : connection
            .preparedQuery(DELETE_GROUP)
            .executeBatch(
                groups.stream()
                    .map(group -> Tuple.of(appId, group.event(), group.property()))
                    .toList())
            .mapEmpty();
  }

  /**
   * The months before a day that have blocks to merge.
   *
   * @param minBlocks how many unmerged blocks such a month has at least
   */
  static Future<List<GroupMonth>> toMerge(
      SqlClient client, long appId, int beforeDay, int minBlocks, int limit) {
    return client
        .preparedQuery(TO_MERGE)
        .execute(Tuple.of(appId, beforeDay, minBlocks, limit))
        .map(rows -> Rows.list(rows, GroupMonth::read));
  }

  /** The blocks with grains below a day that start in a month, by day. */
  static Future<RowSet<Row>> readFine(SqlConnection connection, long appId, GroupMonth month) {
    return connection.preparedQuery(READ_FINE).execute(month.key(appId));
  }

  /** Deletes what {@link #readFine} reads. */
  static Future<Void> deleteFine(SqlConnection connection, long appId, GroupMonth month) {
    return connection.preparedQuery(DELETE_FINE).execute(month.key(appId)).mapEmpty();
  }

  /** Writes {@code blocks}, replacing what was stored under their keys. */
  static Future<Void> write(
      Vertx vertx, SqlConnection connection, long appId, List<RollupBlock> blocks) {
    return blocks.isEmpty()
        ? Future.succeededFuture()
        : vertx
            .executeBlocking(() -> columns(appId, blocks), false)
            .compose(columns -> connection.preparedQuery(WRITE).execute(columns))
            .mapEmpty();
  }

  /**
   * Adds {@code blocks} to the stored ones. A property whose groups would make a block too large
   * loses them; {@link UsageProperties#write} must be called afterwards.
   *
   * @param blocks in key order
   */
  static Future<Void> add(
      Vertx vertx, SqlConnection connection, long appId, List<RollupBlock> blocks) {
    List<List<RollupBlock>> slices = new ArrayList<>();
    for (int from = 0; from < blocks.size(); from += SLICE) {
      slices.add(blocks.subList(from, Math.min(blocks.size(), from + SLICE)));
    }
    return slices.isEmpty()
        ? Future.succeededFuture()
        : new Addition(vertx, connection, appId, slices)
            .from(0, read(connection, appId, slices.get(0)), Future.succeededFuture());
  }

  private static Future<RowSet<Row>> read(
      SqlConnection connection, long appId, List<RollupBlock> blocks) {
    return connection.preparedQuery(READ).execute(keys(appId, blocks));
  }

  /** While one slice is merged, the previous one is written and the next one is read. */
  private record Addition(
      Vertx vertx, SqlConnection connection, long appId, List<List<RollupBlock>> slices) {
    Future<Void> from(int at, Future<RowSet<Row>> read, Future<?> written) {
      boolean isLast = at + 1 == slices.size();
      Future<RowSet<Row>> next =
          isLast ? read : UsageRollups.read(connection, appId, slices.get(at + 1));
      return read.compose(
              rows -> vertx.executeBlocking(() -> merged(appId, slices.get(at), rows), false))
          .compose(changes -> written.map(changes))
          .compose(
              changes -> {
                Future<?> writing = changes.write(connection);
                return isLast ? writing.mapEmpty() : from(at + 1, next, writing);
              });
    }
  }

  /** The blocks to write: those that have a row and those that have none. */
  private record Changes(
      long appId, List<RollupBlock> kept, Tuple updated, List<RollupBlock> added, Tuple inserted) {
    static Changes of(long appId, List<RollupBlock> blocks) {
      Map<Boolean, List<RollupBlock>> byHasRow =
          blocks.stream().collect(Collectors.partitioningBy(block -> block.ctid != null));
      List<RollupBlock> kept = byHasRow.getOrDefault(true, List.of());
      List<RollupBlock> added = byHasRow.getOrDefault(false, List.of());
      return new Changes(
          appId,
          kept,
          aggregates(
              Tuple.tuple()
                  .addArrayOfString(Columns.of(kept, new String[kept.size()], block -> block.ctid)),
              kept),
          added,
          columns(appId, added));
    }

    Future<?> write(SqlConnection connection) {
      Future<?> updating = kept.isEmpty() ? Future.succeededFuture() : update(connection);
      return added.isEmpty()
          ? updating
          : Transactions.join(List.of(updating, connection.preparedQuery(WRITE).execute(inserted)));
    }

    private Future<?> update(SqlConnection connection) {
      return connection
          .preparedQuery(UPDATE)
          .execute(updated)
          .map(
              rows -> {
                if (rows.rowCount() != kept.size()) {
                  throw new IllegalStateException(
                      "Rollups of app %d were changed by another transaction despite the app's lock"
                          .formatted(appId));
                }
                return rows;
              });
    }
  }

  private static Changes merged(long appId, List<RollupBlock> blocks, RowSet<Row> rows) {
    Map<RollupBlock.Key, RollupBlock> byKey = new HashMap<>();
    blocks.forEach(block -> byKey.put(block.key, block));
    for (Row row : rows) {
      RollupBlock block = byKey.get(BlockRow.key(row));
      if (block != null) {
        block.ctid = row.getString("place");
        BlockRow.addTo(block, row);
      }
    }
    List<RollupBlock> kept = new ArrayList<>();
    for (RollupBlock block : blocks) {
      if (!block.key.group().isEmpty()
          && block.maxSize() > MAX_AGGREGATES
          && block.size() > MAX_AGGREGATES) {
        block.event.dropGroups(block.key.group());
      } else {
        kept.add(block);
      }
    }
    return Changes.of(appId, kept);
  }

  private static Tuple keys(long appId, List<RollupBlock> blocks) {
    int size = blocks.size();
    return Tuple.of(appId)
        .addArrayOfString(Columns.of(blocks, new String[size], block -> block.key.event()))
        .addArrayOfString(Columns.of(blocks, new String[size], block -> block.key.group()))
        .addArrayOfShort(Columns.of(blocks, new Short[size], block -> (short) block.key.grain()))
        .addArrayOfInteger(Columns.of(blocks, new Integer[size], block -> block.key.day()));
  }

  private static Tuple columns(long appId, List<RollupBlock> blocks) {
    Tuple columns = keys(appId, blocks);
    int size = blocks.size();
    columns.addArrayOfShort(Columns.of(blocks, new Short[size], block -> (short) block.days));
    columns.addArrayOfBoolean(Columns.of(blocks, new Boolean[size], block -> block.merged));
    return aggregates(columns, blocks);
  }

  private static Tuple aggregates(Tuple columns, List<RollupBlock> blocks) {
    int size = blocks.size();
    List<BlockRow> rows = blocks.stream().map(BlockRow::of).toList();
    return columns
        .addArrayOfString(Columns.of(rows, new String[size], BlockRow::slots))
        .addArrayOfString(Columns.of(rows, new String[size], BlockRow::groupValues))
        .addArrayOfString(Columns.of(rows, new String[size], BlockRow::events))
        .addArrayOfString(Columns.of(rows, new String[size], BlockRow::overs))
        .addArrayOfString(Columns.of(rows, new String[size], BlockRow::has))
        .addArrayOfString(Columns.of(rows, new String[size], BlockRow::numbers))
        .addArrayOfString(Columns.of(rows, new String[size], BlockRow::totals))
        .addArrayOfString(Columns.of(rows, new String[size], BlockRow::least))
        .addArrayOfString(Columns.of(rows, new String[size], BlockRow::greatest));
  }
}
