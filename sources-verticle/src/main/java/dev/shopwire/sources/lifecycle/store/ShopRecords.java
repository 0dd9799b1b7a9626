package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.background.Repeat;
import dev.shopwire.sources.connections.StreamState;
import dev.shopwire.sources.lifecycle.store.ShopFold.Computed;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.RecordRow;
import io.vertx.core.Future;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of shops that are of complete passes, in their order, some at a time, and
 * computes the shops' lifecycles. Not thread-safe: one object is for one transaction.
 */
final class ShopRecords {
  /** Rows in memory; reading them takes an event loop some milliseconds. */
  private static final int CHUNK = 1_000;

  /** Rows after which no other shop is begun, which bounds how long the transaction takes. */
  private static final int MAX_ROWS = 20_000;

  // The lateral subselect reads each shop's records in the order of its index: the condition is
  // written so that the index of all records by time does not fit. Keys and streams are compared as
  // Java compares texts.
  private static final String READ =
      """
      select wanted.shop, r.* from unnest($3::text[]) as wanted (shop) left join lateral (
        select r.stream, r.key, r.kind, r.at, %s
        from partner_records r
        where r.app_id = $1 and r.fetch_id = $2 and r.shop = wanted.shop and r.outcome || '' = 'record'
          and r.pass <= ($5::bigint[])[array_position($4::text[], r.stream)] and r.pass > 0
        order by r.at, array_position($6::text[], r.kind), r.key collate "C", r.stream collate "C"
        offset 0
      ) r on true
      """
          .formatted(RecordRow.COLUMNS);
  private static final String[] KINDS =
      Arrays.stream(RecordKind.values()).map(RecordKind::id).toArray(String[]::new);

  private final FetchRef fetch;
  private final Instant until;
  private final List<Computed> done = new ArrayList<>();
  private @Nullable ShopFold current;
  private int rows;

  /**
   * @param until neither records nor instants at or after it count
   */
  ShopRecords(FetchRef fetch, Instant until) {
    this.fetch = fetch;
    this.until = until;
  }

  /**
   * The lifecycles of {@code shops}: all, or the first ones if they have many records.
   *
   * @param streams whose last complete passes decide which records count
   */
  Future<List<Computed>> compute(
      SqlConnection client, List<StreamState> streams, List<String> shops) {
    Tuple parameters =
        fetch
            .ids()
            .addArrayOfString(shops.toArray(String[]::new))
            .addArrayOfString(streams.stream().map(StreamState::name).toArray(String[]::new))
            .addArrayOfLong(streams.stream().map(StreamState::pass).toArray(Long[]::new))
            .addArrayOfString(KINDS);
    return client
        .prepare(READ)
        .compose(
            statement -> {
              Cursor cursor = statement.cursor(parameters);
              return Repeat.until(() -> read(cursor))
                  .eventually(cursor::close)
                  .eventually(statement::close);
            });
  }

  /** Empty if there is more to read. */
  private Future<Optional<List<Computed>>> read(Cursor cursor) {
    return cursor
        .read(CHUNK)
        .map(
            chunk -> {
              for (Row row : chunk) {
                if (!add(row)) {
                  return Optional.of(done);
                }
              }
              if (cursor.hasMore()) {
                return Optional.empty();
              }
              finish();
              return Optional.of(done);
            });
  }

  /** Whether to continue. */
  private boolean add(Row row) {
    String shop = row.getString("shop");
    ShopFold fold = current;
    if (fold == null || !fold.shop().equals(shop)) {
      finish();
      if (rows >= MAX_ROWS) {
        return false;
      }
      fold = new ShopFold(shop, until);
      current = fold;
    }
    rows++;
    if (row.getString("kind") != null) {
      fold.add(record(row));
    }
    return true;
  }

  private void finish() {
    if (current != null) {
      done.add(current.finish());
      current = null;
    }
  }

  private PartnerRecord record(Row row) {
    String stream = row.getString("stream");
    String key = row.getString("key");
    return new PartnerRecord(
        fetch.appId(),
        stream,
        key,
        stream + ":" + key,
        RecordKind.of(row.getString("kind")).orElseThrow(),
        "",
        row.getOffsetDateTime("at").toInstant(),
        Optional.empty(),
        Optional.empty(),
        RecordRow.details(row));
  }
}
