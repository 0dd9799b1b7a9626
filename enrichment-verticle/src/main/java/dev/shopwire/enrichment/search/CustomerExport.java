package dev.shopwire.enrichment.search;

import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.enrichment.customers.Customers;
import dev.shopwire.enrichment.fields.FieldLimits;
import dev.shopwire.enrichment.search.SearchReader.Search;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The complete list of customers, with the same conditions, order and columns as the list. */
public final class CustomerExport implements ExportSource {
  private final SearchReader reader;

  public CustomerExport(FieldLimits limits) {
    this.reader = new SearchReader(limits);
  }

  @Override
  public Future<Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    Query query = new Query(request.parameters());
    ListParameters parameters = ListParameters.read(query);
    query.throwIfInvalid();
    return new Workspaces(snapshot)
        .require(workspaceId)
        .compose(
            exists -> reader.resolve(snapshot, workspaceId, parameters, query, request.caller()))
        .map(CustomerExport::rows);
  }

  private static Rows rows(Search search) {
    Statements statements = new Statements(search.criteria());
    String sql = statements.all();
    return new Rows(
        sql,
        Statements.countOf(sql),
        statements.params().tuple(),
        search.values().exportedAtOnce(Rows.SMALL_ROWS),
        (rows, snapshot) -> json(search.values(), rows, snapshot));
  }

  private static Future<List<Map<String, @Nullable Object>>> json(
      ColumnValues values, List<Row> rows, SqlConnection snapshot) {
    return values.rows(
        snapshot, rows.stream().map(Customers::readProfile).toList(), Long.MAX_VALUE);
  }
}
