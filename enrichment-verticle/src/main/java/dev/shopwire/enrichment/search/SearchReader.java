package dev.shopwire.enrichment.search;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.enrichment.fields.CustomFields;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldLimits;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;

/**
 * Reads what a list of customers and its export have in common: the parameters, whose names are
 * looked up in the snapshot that the customers are read from. Thread-safe.
 */
final class SearchReader {
  private final FieldLimits limits;

  SearchReader(FieldLimits limits) {
    this.limits = limits;
  }

  /** What is listed, and how its rows are read. */
  record Search(Criteria criteria, ColumnValues values) {}

  /**
   * @param query where errors are recorded
   */
  Future<Search> resolve(
      SqlConnection snapshot,
      long workspaceId,
      ListParameters parameters,
      Query query,
      Caller caller) {
    return parameters.usesCustomFields()
        ? CustomFields.load(snapshot, workspaceId)
            .map(catalog -> catalog.visible(caller.seesPrivateFields()))
            .compose(
                catalog ->
                    new Workspaces(snapshot)
                        .slugs(workspaceId)
                        .map(slugs -> search(workspaceId, parameters, query, catalog, slugs)))
        : Future.succeededFuture(
            search(workspaceId, parameters, query, FieldCatalog.empty(), Map.of()));
  }

  private Search search(
      long workspaceId,
      ListParameters parameters,
      Query query,
      FieldCatalog catalog,
      Map<Long, String> slugs) {
    Criteria criteria =
        Criteria.resolve(workspaceId, parameters, new FieldNames(catalog, slugs), query);
    return new Search(
        criteria, new ColumnValues(workspaceId, List.copyOf(criteria.columns()), catalog, limits));
  }
}
