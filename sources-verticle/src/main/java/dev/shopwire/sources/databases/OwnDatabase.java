package dev.shopwire.sources.databases;

import dev.shopwire.sources.fence.Engine;
import dev.shopwire.sources.fence.FencedConnection;
import dev.shopwire.sources.fence.SourceFailure;
import dev.shopwire.sources.fence.SourceFailure.Kind;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;

/**
 * Recognizes Shopwire's own database by what it says of itself, whatever name or address leads to
 * it, also as a replica. Runs on the caller's event loop.
 */
final class OwnDatabase {
  private static final String IDENTITY =
      """
      select system_identifier::text || '/' || current_database() as identity
      from pg_catalog.pg_control_system()
      """;

  private final Pool pool;

  OwnDatabase(Pool pool) {
    this.pool = pool;
  }

  /** Fails if the connection is to it, or if that can't be found out. */
  Future<Void> refuse(FencedConnection connection) {
    if (connection.engine() != Engine.POSTGRESQL) {
      return Future.succeededFuture();
    }
    return pool.query(IDENTITY)
        .execute()
        .map(rows -> identity(rows.iterator().next()))
        .compose(
            own ->
                connection
                    .run(IDENTITY, Tuple.tuple())
                    .recover(OwnDatabase::unidentified)
                    .compose(
                        rows ->
                            identity(rows.iterator().next()).equals(own)
                                ? Future.failedFuture(
                                    new SourceFailure(
                                        Kind.OWN_DATABASE, "It is Shopwire's own database"))
                                : Future.succeededFuture()));
  }

  private static String identity(Row row) {
    return row.getString("identity");
  }

  private static <T> Future<T> unidentified(Throwable error) {
    return Future.failedFuture(
        error instanceof SourceFailure failure && failure.kind() == Kind.REFUSED_SQL
            ? new SourceFailure(
                Kind.UNIDENTIFIED_DATABASE,
                "Whether it is Shopwire's own database can't be found out: the role needs EXECUTE on"
                    + " pg_control_system(), which everyone has by default. "
                    + failure.message())
            : error);
  }
}
