package dev.shopwire.webhook.log;

import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.webhook.endpoints.EndpointTable;
import dev.shopwire.webhook.endpoints.SubscribedEndpoint;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Exports the complete list of an endpoint's deliveries, newest first. */
public final class DeliveryExport implements ExportSource {
  /** Each with up to 25 attempts, which may have long responses. */
  private static final int MAX_ROWS = 100;

  @Override
  public Future<Rows> open(OpenRequest request, SqlConnection snapshot) {
    long endpointId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("webhook endpoint"));
    DeliveryFilter filter = DeliveryFilter.of(request.parameters());
    return EndpointTable.requireSubscribed(snapshot, endpointId)
        .map(endpoint -> rows(endpoint, filter));
  }

  private static Rows rows(SubscribedEndpoint endpoint, DeliveryFilter filter) {
    String sql = Deliveries.query(DeliveryPages.messages(filter));
    return new Rows(
        sql,
        "select count(*) as count from (" + sql + ") d",
        DeliveryPages.parameters(endpoint, filter),
        MAX_ROWS,
        (rows, snapshot) -> json(endpoint, rows, snapshot));
  }

  private static Future<List<Map<String, @Nullable Object>>> json(
      SubscribedEndpoint endpoint, List<Row> rows, SqlConnection snapshot) {
    return Deliveries.read(snapshot, endpoint, rows)
        .map(deliveries -> deliveries.stream().map(Delivery::json).toList());
  }
}
