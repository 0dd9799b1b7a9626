package dev.shopwire.common.exports;

import dev.shopwire.common.exports.ExportContracts.Chunk;
import dev.shopwire.common.exports.ExportContracts.Ended;
import dev.shopwire.common.exports.ExportContracts.Kept;
import dev.shopwire.common.exports.ExportContracts.NextRequest;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportContracts.Opened;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Serves complete lists of a role, each from a read-only snapshot on a connection of its own. An
 * export whose rows are no longer requested is ended. Not thread-safe; use from one event loop.
 */
public final class ExportServer {
  private static final String BEGIN = "begin isolation level repeatable read read only";
  private static final Duration IDLE = Duration.ofSeconds(60);
  private static final Duration RETRY = Duration.ofSeconds(10);

  private final Role role;
  private final Vertx vertx;
  private final SharedStores stores;
  private final String process = UUID.randomUUID().toString();
  private final Map<String, ExportSource> sources = new HashMap<>();
  private final Map<String, Entry> running = new HashMap<>();
  private int connections;

  /** A running export and the timer that ends it when it is idle. */
  private static final class Entry {
    final RunningExport export;
    long timer;

    Entry(RunningExport export) {
      this.export = export;
    }
  }

  public ExportServer(Role role, Vertx vertx, SharedStores stores) {
    this.role = role;
    this.vertx = vertx;
    this.stores = stores;
  }

  /**
   * Adds a list.
   *
   * @param operation the id of the list's operation in the console's OpenAPI document
   */
  public ExportServer list(String operation, ExportSource source) {
    sources.put(operation, source);
    return this;
  }

  /** Serves all lists that were added, on the calling verticle's context. */
  public Future<Void> serve() {
    return ExportContracts.open(role)
        .serve(vertx, this::open)
        .compose(served -> ExportContracts.next(role).at(process).serve(vertx, this::next))
        .compose(served -> ExportContracts.keep(role).at(process).serve(vertx, this::keep))
        .compose(served -> ExportContracts.end(role).at(process).serve(vertx, this::end));
  }

  private Future<Opened> open(OpenRequest request) {
    ExportSource source = sources.get(request.list());
    if (source == null) {
      return Future.failedFuture(
          new IllegalArgumentException("No export source for " + request.list()));
    }
    if (connections >= stores.exportConnections()) {
      return Future.failedFuture(
          Failure.unavailable(
              "exports_busy", "Too many exports are in progress, try again later", RETRY));
    }
    connections++;
    return PgConnection.connect(vertx, stores.postgres().options(SessionSettings.EXPORTS))
        .onFailure(error -> connections--)
        .compose(
            connection -> {
              connection.closeHandler(closed -> connections--);
              return connection
                  .query(BEGIN)
                  .execute()
                  .compose(begun -> source.open(request, connection))
                  .compose(rows -> start(request, connection, rows))
                  .compose(
                      opened ->
                          opened.export().isEmpty()
                              ? connection.close().map(opened)
                              : Future.succeededFuture(opened),
                      error -> connection.close().transform(done -> Future.failedFuture(error)));
            });
  }

  private Future<Opened> start(
      OpenRequest request, SqlConnection connection, ExportSource.Rows rows) {
    return count(connection, rows)
        .compose(
            count ->
                request.countOnly()
                    ? Future.succeededFuture(new Opened(process, "", count))
                    : connection
                        .prepare(rows.sql())
                        .map(
                            statement -> {
                              String id = UUID.randomUUID().toString();
                              Entry entry =
                                  new Entry(
                                      new RunningExport(
                                          connection, statement.cursor(rows.parameters()), rows));
                              running.put(id, entry);
                              awaitRequest(id, entry);
                              return new Opened(process, id, count);
                            }));
  }

  private static Future<Long> count(SqlConnection connection, ExportSource.Rows rows) {
    return rows.known().isPresent()
        ? Future.succeededFuture(rows.known().getAsLong())
        : connection
            .preparedQuery(rows.countSql())
            .execute(rows.parameters())
            .map(counted -> counted.iterator().next().getLong("count"));
  }

  private void awaitRequest(String id, Entry entry) {
    entry.timer = vertx.setTimer(IDLE.toMillis(), expired -> close(id));
  }

  private Future<Chunk> next(NextRequest request) {
    Entry entry = running.get(request.export());
    if (entry == null) {
      return Future.failedFuture(Failure.of(Code.NOT_FOUND, "The export has ended"));
    }
    vertx.cancelTimer(entry.timer);
    return entry
        .export
        .next(request.number())
        .onComplete(
            chunk -> {
              if (chunk.failed() || chunk.result().isLast()) {
                close(request.export());
              } else if (running.containsKey(request.export())) {
                awaitRequest(request.export(), entry);
              }
            });
  }

  /** The snapshot, too, would be ended by its server if nothing happened in it for long. */
  private Future<Kept> keep(ExportContracts.KeepRequest request) {
    Entry entry = running.get(request.export());
    if (entry == null) {
      return Future.failedFuture(Failure.of(Code.NOT_FOUND, "The export has ended"));
    }
    vertx.cancelTimer(entry.timer);
    awaitRequest(request.export(), entry);
    return entry.export.keep().map(new Kept());
  }

  private Future<Ended> end(ExportContracts.EndRequest request) {
    return close(request.export()).map(new Ended());
  }

  private Future<Void> close(String id) {
    Entry entry = running.remove(id);
    if (entry == null) {
      return Future.succeededFuture();
    }
    vertx.cancelTimer(entry.timer);
    return entry.export.close();
  }
}
