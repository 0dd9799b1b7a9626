package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.enrichment.customers.Customers;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;

/** The complete list of a customer's contacts. */
public final class ContactExport implements ExportSource {
  /** A contact may have 100 tags of 255 characters. */
  private static final int MAX_ROWS = 100;

  private static final String COUNT =
      "select count(*) as count from contacts where workspace_id = $1 and customer_id = $2";

  @Override
  public Future<Rows> open(OpenRequest request, SqlConnection snapshot) {
    long customerId =
        CustomerId.parse(request.id())
            .or(() -> NumericId.parse(request.id()))
            .orElseThrow(() -> Failure.notFound("customer"));
    return Customers.workspaceOf(snapshot, customerId)
        .map(
            workspaceId ->
                new Rows(
                    Contacts.OF_CUSTOMER,
                    COUNT,
                    Tuple.of(workspaceId, customerId),
                    MAX_ROWS,
                    (rows, connection) ->
                        Future.succeededFuture(
                            rows.stream().map(row -> Contacts.read(row).json()).toList())));
  }
}
