package dev.shopwire.sources.linked;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.databases.DatabaseTable;
import dev.shopwire.sources.databases.DatabaseUses;
import dev.shopwire.sources.databases.LinkedDatabase;
import dev.shopwire.sources.fence.FencedConnection;
import dev.shopwire.sources.fence.FencedQuery;
import dev.shopwire.sources.fence.QueryColumn;
import dev.shopwire.sources.fence.SourceFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests for previews: the first rows of a query beside today's values. It
 * stores nothing. Runs on the caller's event loop.
 */
public final class PreviewHandlers {
  private static final int ROWS = 20;

  private final Vertx vertx;
  private final Pool pool;
  private final DatabaseUses uses;
  private final ValueLimits limits;
  private final ShopDomain domains;

  public PreviewHandlers(
      Vertx vertx, Pool pool, DatabaseUses uses, ValueLimits limits, ShopDomain domains) {
    this.vertx = vertx;
    this.pool = pool;
    this.uses = uses;
    this.limits = limits;
    this.domains = domains;
  }

  /**
   * What was read of a query.
   *
   * @param truncated whether the query has more rows
   */
  private record Sample(List<QueryColumn> columns, List<SourceRow> rows, boolean truncated) {}

  public Future<JsonResponse> preview(AdminRequest request) {
    long workspaceId = request.caller().workspaceId();
    return DatabaseTable.require(pool, workspaceId, request.id())
        .compose(
            database -> {
              QueryInput input =
                  QueryInput.read(request.body(), database.fields().app().isPresent());
              return KnownFields.find(pool, workspaceId, app(database), input.columns())
                  .compose(
                      fields ->
                          sample(database, input)
                              .compose(sample -> respond(database, input, fields, sample)));
            });
  }

  private static long app(LinkedDatabase database) {
    return database.fields().app().map(app -> Long.parseLong(app.id())).orElse(0L);
  }

  private Future<Sample> sample(LinkedDatabase database, QueryInput input) {
    ValueReader reader = new ValueReader(database.fields().engine(), limits);
    return uses.read(database, connection -> sample(connection, input, reader))
        .recover(
            error ->
                Future.failedFuture(
                    error instanceof SourceFailure failure ? failure.of("", "/sql") : error));
  }

  private Future<Sample> sample(FencedConnection connection, QueryInput input, ValueReader reader) {
    return connection
        .begin()
        .compose(begun -> FencedQuery.describe(connection, input.sql()))
        .compose(
            query -> {
              SourceRows rows = SourceRows.of(input, query, reader);
              return query
                  .openFirst(rows.selected(), ROWS + 1)
                  .compose(pages -> texts(pages, new ArrayList<>()))
                  .compose(
                      texts ->
                          vertx.executeBlocking(
                              () ->
                                  new Sample(
                                      query.columns(),
                                      texts.stream().limit(ROWS).map(rows::read).toList(),
                                      texts.size() > ROWS),
                              false));
            });
  }

  private static Future<List<List<@Nullable String>>> texts(
      FencedQuery.Pages pages, List<List<@Nullable String>> read) {
    return pages.hasMore() && read.size() <= ROWS
        ? pages
            .next()
            .compose(
                more -> {
                  read.addAll(more);
                  return texts(pages, read);
                })
        : Future.succeededFuture(read);
  }

  private Future<JsonResponse> respond(
      LinkedDatabase database, QueryInput input, KnownFields fields, Sample sample) {
    long workspaceId = database.workspaceId();
    List<@Nullable String> keys = new ArrayList<>();
    sample.rows().forEach(row -> keys.add(row.key()));
    return new RowKeys(input.key(), domains)
        .match(pool, workspaceId, keys)
        .compose(
            matches ->
                fields
                    .values(
                        pool,
                        workspaceId,
                        matches.stream()
                            .flatMap(match -> match.customer().stream())
                            .map(RowKeys.Customer::id)
                            .toList())
                    .map(
                        values -> {
                          List<Map<String, @Nullable Object>> rows = new ArrayList<>();
                          for (int i = 0; i < matches.size(); i++) {
                            PreviewRow row =
                                new PreviewRow(
                                    sample.rows().get(i), matches.get(i), input.columns());
                            rows.add(row.json(fields, values, app(database)));
                          }
                          return json(sample, rows);
                        }));
  }

  private static JsonResponse json(Sample sample, List<Map<String, @Nullable Object>> rows) {
    Map<String, @Nullable Object> preview = new LinkedHashMap<>();
    preview.put(
        "columns",
        sample.columns().stream()
            .map(column -> Map.of("column", column.name(), "databaseType", column.databaseType()))
            .toList());
    preview.put("rows", rows);
    preview.put("truncated", sample.truncated());
    return JsonResponse.of(Map.of("preview", preview));
  }
}
