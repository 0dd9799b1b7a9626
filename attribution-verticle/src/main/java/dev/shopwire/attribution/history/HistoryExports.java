package dev.shopwire.attribution.history;

import dev.shopwire.attribution.credit.Credits;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Optional;

/** The complete lists of credits, of the attribution log and of a shop's timeline. */
public final class HistoryExports {
  /** As long as the console accepts a text. */
  private static final int MAX_LENGTH = 1_000;

  private HistoryExports() {}

  /** {@code listAttributions}. */
  public static ExportSource credits() {
    return (request, snapshot) ->
        workspace(request, snapshot).map(id -> Credits.all(id, HistoryHandlers::json));
  }

  /** {@code listAttributionLog}. */
  public static ExportSource log() {
    return (request, snapshot) -> {
      Query query = new Query(request.parameters());
      AttributionLog.Filter filter =
          AttributionLog.Filter.of(
              query.trimmed("app", MAX_LENGTH),
              query.trimmed("shop", MAX_LENGTH),
              query.trimmed("code", MAX_LENGTH));
      query.throwIfInvalid();
      return workspace(request, snapshot).map(id -> AttributionLog.all(id, filter));
    };
  }

  /** {@code getAttributionTimeline}: all entries, also those that its JSON form leaves out. */
  public static ExportSource timeline() {
    return (request, snapshot) -> {
      Optional<Long> id = NumericId.parse(request.id()).or(() -> CustomerId.parse(request.id()));
      return Customer.find(snapshot, id.orElseThrow(() -> Failure.notFound("customer")))
          .map(customer -> AttributionLog.allOfCustomer(customer.workspaceId(), customer.id()));
    };
  }

  private static Future<Long> workspace(OpenRequest request, SqlConnection snapshot) {
    long id = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    return new Workspaces(snapshot).require(id).map(exists -> id);
  }
}
