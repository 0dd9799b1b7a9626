package dev.shopwire.automation.resources;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lists the rows of a table newest first, and keeps their names unique and their number limited in
 * each workspace. The table has the columns workspace_id, id and name. Immutable; methods run on
 * the caller's event loop.
 *
 * @param <T> a row
 */
public final class NamedResources<T> {
  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended($2::text, $1::bigint))";

  private final String table;
  private final Wording wording;
  private final Function<Row, T> read;
  private final Function<T, Map<String, @Nullable Object>> json;
  private final ToLongFunction<T> id;
  private final String all;
  private final String page;
  private final String others;

  /**
   * How responses speak of the resources.
   *
   * @param member of lists, such as {@code mailTopics}
   * @param noun such as {@code topic}
   */
  public record Wording(String member, String noun) {}

  /**
   * @param columns those that {@code read} needs
   */
  public NamedResources(
      String table,
      String columns,
      Wording wording,
      Function<Row, T> read,
      Function<T, Map<String, @Nullable Object>> json,
      ToLongFunction<T> id) {
    this(table, columns, wording, read, json, id, "true");
  }

  /**
   * @param counted SQL: which rows count towards the limit
   */
  public NamedResources(
      String table,
      String columns,
      Wording wording,
      Function<Row, T> read,
      Function<T, Map<String, @Nullable Object>> json,
      ToLongFunction<T> id,
      String counted) {
    this.table = table;
    this.wording = wording;
    this.read = read;
    this.json = json;
    this.id = id;
    String select = "select " + columns + " from " + table + " where workspace_id = $1";
    this.all = select + " order by id desc";
    this.page = select + " and id < $2 order by id desc limit $3";
    this.others =
        "select count(*) filter (where "
            + counted
            + ") as others, count(*) filter (where name = $2) as same_name from "
            + table
            + " where workspace_id = $1 and id <> $3";
  }

  /** Responds with a page. */
  public Future<JsonResponse> list(SqlClient client, CursorSigner signer, AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    PageCursors cursors =
        query.cursors(
            new AppScope(request.id(), 0), List.of(wording.member(), Long.toString(request.id())));
    long before = cursors.read(query).map(Long::valueOf).orElse(Long.MAX_VALUE);
    return new Workspaces(client)
        .require(request.id())
        .compose(
            exists ->
                client.preparedQuery(page).execute(Tuple.of(request.id(), before, (long) take + 1)))
        .map(
            rows ->
                ListResponse.of(
                    wording.member(),
                    Rows.list(rows, read),
                    take,
                    json,
                    last -> cursors.encode(Long.toString(id.applyAsLong(last)))));
  }

  /** The complete list. */
  public ExportSource export() {
    return this::open;
  }

  private Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    return new Workspaces(snapshot)
        .require(workspaceId)
        .map(
            exists ->
                ExportSource.Rows.of(
                    all, Tuple.of(workspaceId), row -> json.apply(read.apply(row))));
  }

  /** Makes other writes of the workspace's rows wait for the end of the transaction. */
  public Future<Void> lock(SqlClient client, long workspaceId) {
    return client.preparedQuery(LOCK).execute(Tuple.of(workspaceId, table)).mapEmpty();
  }

  /**
   * Fails with 409 {@code name_taken} if another row has the name, and with 422 {@code
   * <noun>_limit_reached} if a new one would be one too many. To be called with the {@link #lock}.
   *
   * @param id of the row that gets the name; 0 if it is new
   */
  public Future<Void> check(SqlClient client, long workspaceId, long id, String name, int limit) {
    return client
        .preparedQuery(others)
        .execute(Tuple.of(workspaceId, name, id))
        .map(rows -> rows.iterator().next())
        .map(
            found -> {
              if (found.getLong("same_name") > 0) {
                throw Failure.of(
                    Code.CONFLICT,
                    "name_taken",
                    "The workspace already has a %s with this name".formatted(wording.noun()));
              }
              if (id == 0 && found.getLong("others") >= limit) {
                throw Failure.invalid(
                    "",
                    wording.noun() + "_limit_reached",
                    "A workspace has at most %d %ss".formatted(limit, wording.noun()));
              }
              return null;
            });
  }
}
