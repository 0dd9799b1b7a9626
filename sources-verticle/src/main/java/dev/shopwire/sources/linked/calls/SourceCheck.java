package dev.shopwire.sources.linked.calls;

import dev.shopwire.sources.databases.DatabaseUses;
import dev.shopwire.sources.databases.LinkedDatabase;
import dev.shopwire.sources.fence.FencedQuery;
import dev.shopwire.sources.fence.SourceFailure;
import dev.shopwire.sources.linked.QueryInput;
import dev.shopwire.sources.linked.SourceRows;
import dev.shopwire.sources.linked.ValueLimits;
import dev.shopwire.sources.linked.ValueReader;
import io.vertx.core.Future;

/** Lets a database check a query, which is not run. Runs on the caller's event loop. */
public record SourceCheck(DatabaseUses uses, ValueLimits limits) {

  /** Fails with 422 if the database refuses the statement, or it lacks a column. */
  Future<Void> check(LinkedDatabase database, QueryInput input) {
    ValueReader reader = new ValueReader(database.fields().engine(), limits);
    return uses.read(
            database,
            connection ->
                connection
                    .begin()
                    .compose(begun -> FencedQuery.describe(connection, input.sql()))
                    .map(query -> SourceRows.of(input, query, reader)))
        .<Void>mapEmpty()
        .recover(
            error ->
                Future.failedFuture(
                    error instanceof SourceFailure failure ? failure.of("", "/sql") : error));
  }
}
