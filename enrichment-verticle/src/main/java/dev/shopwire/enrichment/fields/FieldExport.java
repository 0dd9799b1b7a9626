package dev.shopwire.enrichment.fields;

import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.enrichment.fields.CustomFields.Owned;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The complete list of a workspace's fields. Unlike the list it waits for the numbers of customers,
 * which it counts in its snapshot.
 */
public final class FieldExport implements ExportSource {
  /** Counting the customers of one field may take a second. */
  private static final int MAX_ROWS = 20;

  @Override
  public Future<Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    Tuple parameters =
        Tuple.of(workspaceId, 0L, Integer.MAX_VALUE, request.caller().seesPrivateFields());
    return new Workspaces(snapshot)
        .require(workspaceId)
        .map(
            exists ->
                new Rows(
                    CustomFields.LIST,
                    "select count(*) as count from (" + CustomFields.LIST + ") fields",
                    parameters,
                    MAX_ROWS,
                    (rows, connection) -> json(workspaceId, rows, connection)));
  }

  private static Future<List<Map<String, @Nullable Object>>> json(
      long workspaceId, List<Row> rows, SqlConnection snapshot) {
    Future<List<Map<String, @Nullable Object>>> all = Future.succeededFuture(new ArrayList<>());
    for (Row row : rows) {
      Owned field = CustomFields.readOwned(row);
      all =
          all.compose(
              before ->
                  FieldValues.countCustomers(snapshot, workspaceId, field.field())
                      .map(
                          customers -> {
                            before.add(
                                FieldHandlers.json(field, Map.of(field.field().id(), customers)));
                            return before;
                          }));
    }
    return all;
  }
}
