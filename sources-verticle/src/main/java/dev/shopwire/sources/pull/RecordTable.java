package dev.shopwire.sources.pull;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.dialects.MappedNode;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tables of records, and of changed ones whose pass is not complete. A record of a pass counts
 * once its stream says that the pass is complete, so nothing is moved then. Methods run on the
 * caller's event loop.
 */
final class RecordTable {
  private static final int BATCH = 5_000;

  private static final String INSERT =
      """
      insert into partner_records (app_id, fetch_id, stream, pass, %s)
      select $1, $2, $3, $4, %s from %s
      on conflict (app_id, fetch_id, stream, key) do nothing
      returning key
      """
          .formatted(RecordColumns.NAMES, RecordColumns.VALUES, RecordColumns.ARRAYS);

  // One look-up in the primary key for each, whatever the planner knows of the table.
  private static final String FIND =
      """
      select r.key, r.pass, r.outcome, r.is_test, r.kind, r.shop, r.shop_domain, r.shop_name, r.digest
      from unnest($4::text[]) as wanted (key)
      cross join lateral (
        select * from partner_records r
        where r.app_id = $1 and r.fetch_id = $2 and r.stream = $3 and r.key = wanted.key limit 1
      ) r
      """;
  private static final String DELETE_OF_PASS =
      """
      delete from partner_records
      where app_id = $1 and fetch_id = $2 and stream = $3 and pass = $4 and key = any ($5)
      """;
  private static final String CHANGE =
      """
      insert into partner_changes (app_id, fetch_id, stream, pass, %s)
      select $1, $2, $3, $4, %s from %s
      """
          .formatted(RecordColumns.NAMES, RecordColumns.VALUES, RecordColumns.ARRAYS);
  private static final String FORGET_CHANGES =
      """
      delete from partner_changes
      where app_id = $1 and fetch_id = $2 and stream = $3 and key = any ($4)
      returning key, outcome, is_test, kind, shop
      """;
  private static final String APPLY =
      """
      update partner_records r set pass = c.pass, %s
      from partner_changes c
      where c.app_id = $1 and c.fetch_id = $2 and c.stream = $3
        and r.app_id = c.app_id and r.fetch_id = c.fetch_id and r.stream = c.stream and r.key = c.key
      """
          .formatted(RecordColumns.assignments("c"));
  private static final String DELETE_CHANGES =
      "delete from partner_changes where app_id = $1 and fetch_id = $2 and stream = $3";
  private static final String DELETE_LATER =
      """
      delete from partner_records where ctid = any (array(
        select ctid from partner_records
        where app_id = $1 and fetch_id = $2 and stream = $3 and pass > $4 and pass > 0 limit $5))
      """;
  private static final String DELETE_FETCH =
      """
      delete from partner_records where ctid = any (array(
        select ctid from partner_records where app_id = $1 and fetch_id = $2 limit $3))
      """;
  private static final String DELETE_FETCH_CHANGES =
      "delete from partner_changes where app_id = $1 and fetch_id = $2";
  private static final String RAW =
      """
      select r.key, r.raw::text as raw, r.shop_domain, r.shop_name
      from partner_records r
      where r.app_id = $1 and r.fetch_id = $2 and r.stream = $3 and r.pass <= $4 and r.key > $5
      order by r.key limit $6
      """;

  private RecordTable() {}

  /** Names the records of one stream of what is fetched. */
  record StreamRef(long appId, long fetchId, String name) {
    Tuple ids() {
      return Tuple.of(appId, fetchId, name);
    }

    FetchRef fetch() {
      return new FetchRef(appId, fetchId);
    }
  }

  /** What is known of a record that is stored. */
  record Known(
      long pass,
      String outcome,
      boolean isTest,
      Optional<String> kind,
      Optional<String> shop,
      Optional<String> domain,
      Optional<String> name,
      String digest) {
    private static Known read(Row row) {
      return new Known(
          row.getLong("pass"),
          row.getString("outcome"),
          row.getBoolean("is_test"),
          Optional.ofNullable(row.getString("kind")),
          Optional.ofNullable(row.getString("shop")),
          Optional.ofNullable(row.getString("shop_domain")),
          Optional.ofNullable(row.getString("shop_name")),
          HexFormat.of().formatHex(row.getBuffer("digest").getBytes()));
    }
  }

  /** A stored node, to be mapped again. */
  record Raw(String key, String json, Optional<String> domain, Optional<String> name) {}

  /** Stores those that are new, and returns their keys. */
  static Future<Set<String>> insert(
      SqlClient client, StreamRef stream, long pass, List<MappedNode> nodes) {
    return client
        .preparedQuery(INSERT)
        .execute(RecordColumns.of(stream.ids().addLong(pass), nodes))
        .map(rows -> new HashSet<>(Rows.list(rows, row -> row.getString("key"))));
  }

  /** Those of {@code keys} that are stored, whether they count or not. */
  static Future<Map<String, Known>> find(
      SqlClient client, StreamRef stream, Collection<String> keys) {
    return client
        .preparedQuery(FIND)
        .execute(stream.ids().addArrayOfString(keys.toArray(String[]::new)))
        .map(
            rows -> {
              Map<String, Known> known = new HashMap<>();
              rows.forEach(row -> known.put(row.getString("key"), Known.read(row)));
              return known;
            });
  }

  /** Replaces records that the pass itself has stored, and that don't count yet. */
  static Future<Void> replace(
      SqlClient client, StreamRef stream, long pass, List<MappedNode> nodes) {
    String[] keys = nodes.stream().map(MappedNode::key).toArray(String[]::new);
    return client
        .preparedQuery(DELETE_OF_PASS)
        .execute(stream.ids().addLong(pass).addArrayOfString(keys))
        .compose(deleted -> insert(client, stream, pass, nodes))
        .mapEmpty();
  }

  /** The changes of the pass that are stored for {@code keys}, which are deleted. */
  static Future<Map<String, ChangedRow>> takeChanges(
      SqlClient client, StreamRef stream, Collection<String> keys) {
    return client
        .preparedQuery(FORGET_CHANGES)
        .execute(stream.ids().addArrayOfString(keys.toArray(String[]::new)))
        .map(
            rows -> {
              Map<String, ChangedRow> changes = new HashMap<>();
              rows.forEach(row -> changes.put(row.getString("key"), ChangedRow.read(row)));
              return changes;
            });
  }

  /** What counts of a record. */
  record ChangedRow(String outcome, boolean isTest, Optional<String> kind, Optional<String> shop) {
    private static ChangedRow read(Row row) {
      return new ChangedRow(
          row.getString("outcome"),
          row.getBoolean("is_test"),
          Optional.ofNullable(row.getString("kind")),
          Optional.ofNullable(row.getString("shop")));
    }
  }

  /** Stores what records become once the pass is complete. */
  static Future<Void> change(
      SqlClient client, StreamRef stream, long pass, List<MappedNode> nodes) {
    return client
        .preparedQuery(CHANGE)
        .execute(RecordColumns.of(stream.ids().addLong(pass), nodes))
        .mapEmpty();
  }

  /** Replaces records by their changes. */
  static Future<Void> applyChanges(SqlClient client, StreamRef stream) {
    return client
        .preparedQuery(APPLY)
        .execute(stream.ids())
        .compose(applied -> deleteChanges(client, stream));
  }

  private static Future<Void> deleteChanges(SqlClient client, StreamRef stream) {
    return client.preparedQuery(DELETE_CHANGES).execute(stream.ids()).mapEmpty();
  }

  /**
   * Deletes some of what passes have stored that were not completed.
   *
   * @return whether there may be more
   */
  static Future<Boolean> deleteSomeAfter(SqlClient client, StreamRef stream, long pass) {
    return client
        .preparedQuery(DELETE_LATER)
        .execute(stream.ids().addLong(pass).addInteger(BATCH))
        .compose(
            deleted ->
                deleted.rowCount() == BATCH
                    ? Future.succeededFuture(true)
                    : deleteChanges(client, stream).map(false));
  }

  /**
   * Deletes some records of what was dropped.
   *
   * @return whether there may be more
   */
  static Future<Boolean> deleteSome(SqlClient client, long appId, long fetchId) {
    return client
        .preparedQuery(DELETE_FETCH)
        .execute(Tuple.of(appId, fetchId, BATCH))
        .compose(
            deleted ->
                deleted.rowCount() == BATCH
                    ? Future.succeededFuture(true)
                    : client
                        .preparedQuery(DELETE_FETCH_CHANGES)
                        .execute(Tuple.of(appId, fetchId))
                        .map(false));
  }

  /** The next stored nodes that count, in the order of their keys. */
  static Future<List<Raw>> raw(
      SqlClient client, StreamRef stream, long pass, String after, int limit) {
    return client
        .preparedQuery(RAW)
        .execute(stream.ids().addLong(pass).addString(after).addInteger(limit))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Raw(
                            row.getString("key"),
                            row.getString("raw"),
                            Optional.ofNullable(row.getString("shop_domain")),
                            Optional.ofNullable(row.getString("shop_name")))));
  }
}
