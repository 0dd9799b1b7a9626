package dev.shopwire.ingest.relay;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.calls.AppCall;
import dev.shopwire.common.calls.CustomerQuery;
import dev.shopwire.common.calls.EnrichmentCalls;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.Answers;
import dev.shopwire.common.json.JsonBody;
import dev.shopwire.ingest.admission.Entrance;
import dev.shopwire.ingest.auth.Grant;
import dev.shopwire.ingest.compat.VendorNames;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/**
 * Lets a call in (key, rate limit), passes it on to the role that owns the matter, and sends that
 * role's answer; 503 if the role is not there. For one event loop.
 */
public final class RelayedCalls {
  private static final String CONTACTS_CURSOR = "contactsCursor";

  private final Vertx vertx;
  private final Entrance entrance;

  public RelayedCalls(Vertx vertx, Entrance entrance) {
    this.vertx = vertx;
    this.entrance = entrance;
  }

  /** A POST whose body {@code contract} takes as it came. */
  public Handler<RoutingContext> post(Contract<AppCall, JsonAnswer> contract) {
    return context ->
        answer(
            context,
            entrance.enterWithBody(
                context, (grant, body) -> pass(contract, grant, JsonBody.text(body))));
  }

  private Future<JsonAnswer> pass(
      Contract<AppCall, JsonAnswer> contract, Grant grant, String body) {
    return contract.call(
        vertx, new AppCall(grant.workspaceId(), grant.appId(), body, VendorNames.MEMBERS));
  }

  /** {@code GET /v1/customer}. */
  public void getCustomer(RoutingContext context) {
    Optional<VendorNames.Parameter> shop = VendorNames.shopParameter(context.request());
    answer(
        context,
        entrance
            .enter(context)
            .compose(
                grant ->
                    shop.map(
                            parameter ->
                                EnrichmentCalls.CUSTOMER.call(
                                    vertx,
                                    new CustomerQuery(
                                        grant.workspaceId(),
                                        grant.appId(),
                                        parameter.value(),
                                        parameter.name(),
                                        contactsAfter(context.request()))))
                        .orElseGet(
                            () ->
                                Future.failedFuture(
                                    Failure.invalid(
                                        "myplatformDomain",
                                        "required",
                                        "The query parameter myplatformDomain is required")))));
  }

  /**
   * The cursor of a page of contacts; 0 for the first page.
   *
   * @throws Failure 422 for a cursor that no answer of ours held
   */
  private static long contactsAfter(HttpServerRequest request) {
    String cursor = request.getParam(CONTACTS_CURSOR);
    if (cursor == null) {
      return 0;
    }
    if (!cursor.matches("\\d{1,18}")) {
      throw Failure.invalid(
          CONTACTS_CURSOR,
          "invalid_cursor",
          "contactsCursor must be the contactsCursor of an answer");
    }
    return Long.parseLong(cursor);
  }

  private static void answer(RoutingContext context, Future<JsonAnswer> result) {
    result.onComplete(answer -> Answers.okJson(context, answer.json()), context::fail);
  }
}
