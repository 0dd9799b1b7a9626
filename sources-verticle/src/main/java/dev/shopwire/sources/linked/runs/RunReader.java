package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.background.Repeat;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.fence.FencedConnection;
import dev.shopwire.sources.fence.FencedQuery;
import dev.shopwire.sources.linked.QueryInput;
import dev.shopwire.sources.linked.RowKeys;
import dev.shopwire.sources.linked.SourceRows;
import dev.shopwire.sources.linked.ValueReader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads all rows of a query and stores them: while a portion is stored, the next one is read, so
 * that memory holds two. Not thread-safe; use from one event loop.
 */
final class RunReader {
  private static final long MAX_PORTION_LENGTH = 4 << 20;

  private final Vertx vertx;
  private final SqlClient client;
  private final LinkedRun run;
  private final List<RunField> fields;
  private final QueryInput input;
  private final ValueReader values;
  private final RowKeys keys;
  private final int customerBytes;
  private List<StagedRow> portion = new ArrayList<>();
  private long portionLength;
  private Future<Void> storing = Future.succeededFuture();
  private long rows;
  private boolean canceled;

  RunReader(
      Vertx vertx,
      SqlClient client,
      LinkedRun run,
      List<RunField> fields,
      QueryInput input,
      ValueReader values,
      ShopDomain domains,
      int customerBytes) {
    this.vertx = vertx;
    this.client = client;
    this.run = run;
    this.fields = fields;
    this.input = input;
    this.values = values;
    this.customerBytes = customerBytes;
    this.keys = new RowKeys(input.key(), domains);
  }

  /** Rows read so far. */
  long rows() {
    return rows;
  }

  /** Ends the reading early, with a failure. */
  void cancel() {
    canceled = true;
  }

  /** Completes with the number of rows when all of them are stored. */
  Future<Long> read(FencedConnection connection) {
    return connection
        .begin()
        .compose(begun -> FencedQuery.describe(connection, input.sql()))
        .compose(
            query -> {
              SourceRows source = SourceRows.of(input, query, values);
              return query
                  .open(source.selected())
                  .compose(pages -> Repeat.until(() -> next(pages, source)));
            });
  }

  private Future<Optional<Long>> next(FencedQuery.Pages pages, SourceRows source) {
    if (canceled) {
      return Future.failedFuture(interrupted());
    }
    if (!pages.hasMore()) {
      return store().compose(last -> storing).map(stored -> Optional.of(rows));
    }
    return pages
        .next()
        .compose(texts -> vertx.executeBlocking(() -> parse(texts, source), false))
        .compose(this::add)
        .map(added -> Optional.empty());
  }

  static Failure interrupted() {
    return Failure.of(Code.CONFLICT, "interrupted", "The process that did the run ended meanwhile");
  }

  private List<StagedRow> parse(List<List<@Nullable String>> texts, SourceRows source) {
    List<StagedRow> parsed = new ArrayList<>(texts.size());
    long number = rows;
    for (List<@Nullable String> row : texts) {
      number++;
      parsed.add(StagedRow.of(number, source.read(row), keys, input.columns()));
    }
    return parsed;
  }

  private Future<Void> add(List<StagedRow> parsed) {
    rows += parsed.size();
    Future<Void> added = Future.succeededFuture();
    int most = Math.max(1, RunStaging.MAX_VALUES / fields.size());
    for (StagedRow row : parsed) {
      portion.add(row);
      portionLength += row.length();
      if (portion.size() >= most || portionLength >= MAX_PORTION_LENGTH) {
        List<StagedRow> full = take();
        added = added.compose(before -> store(full));
      }
    }
    return added;
  }

  private List<StagedRow> take() {
    List<StagedRow> full = portion;
    portion = new ArrayList<>(full.size());
    portionLength = 0;
    return full;
  }

  private Future<Void> store() {
    return portion.isEmpty() ? Future.succeededFuture() : store(take());
  }

  /** Completes when storing may begin, which is when the portion before is stored. */
  private Future<Void> store(List<StagedRow> full) {
    return storing.map(
        before -> {
          storing = RunStaging.add(client, run, input.key(), fields, full, customerBytes);
          return null;
        });
  }
}
