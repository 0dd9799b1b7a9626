package dev.shopwire.common.exports;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.exports.ExportContracts.Chunk;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one export by cursor, a few hundred kilobytes at a time. Not thread-safe; use
 * from one event loop.
 */
final class RunningExport {
  private static final int FIRST_ROWS = 16;
  private static final int CHUNK_LENGTH = 256 << 10;

  private final SqlConnection connection;
  private final Cursor cursor;
  private final ExportSource.Rows rows;
  private int fetch;
  private long nextNumber;
  private boolean isBusy;

  RunningExport(SqlConnection connection, Cursor cursor, ExportSource.Rows rows) {
    this.connection = connection;
    this.cursor = cursor;
    this.rows = rows;
    fetch = Math.min(FIRST_ROWS, rows.maxRows());
  }

  Future<Chunk> next(long number) {
    if (isBusy || number != nextNumber) {
      return Future.failedFuture(
          Failure.of(Code.CONFLICT, "This part of the export was already requested"));
    }
    isBusy = true;
    nextNumber++;
    return cursor
        .read(fetch)
        .compose(
            read -> {
              List<Row> list = new ArrayList<>();
              read.forEach(list::add);
              return rows.mapper()
                  .map(list, connection)
                  .map(objects -> chunk(list.size(), objects));
            })
        .onComplete(done -> isBusy = false);
  }

  /**
   * @param read from how many rows the objects are
   */
  private Chunk chunk(int read, List<Map<String, @Nullable Object>> objects) {
    StringBuilder lines = new StringBuilder();
    for (Map<String, @Nullable Object> object : objects) {
      lines.append(json(object)).append('\n');
    }
    if (read > 0) {
      int wanted = CHUNK_LENGTH / Math.max(1, lines.length() / read);
      // Never more than twice as many at once: the next rows may be larger than these.
      fetch = Math.max(1, Math.min(Math.min(wanted, 2 * fetch), rows.maxRows()));
    }
    return new Chunk(lines.toString(), objects.size(), !cursor.hasMore());
  }

  private static String json(Map<String, @Nullable Object> object) {
    try {
      return Json.MAPPER.writeValueAsString(object);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Uses the transaction, so that it doesn't count as idle. */
  Future<Void> keep() {
    return connection.query("select 1").execute().mapEmpty();
  }

  /** Ends the transaction with its connection. */
  Future<Void> close() {
    return connection.close();
  }
}
