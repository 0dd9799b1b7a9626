package dev.shopwire.ingest.relay;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.compat.VendorNames;
import dev.shopwire.common.contracts.AppQuery;
import dev.shopwire.common.contracts.AppRequest;
import dev.shopwire.common.contracts.CustomerQuery;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.common.docs.ParameterCheck;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.Responses;
import dev.shopwire.common.json.JsonBody;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.query.ShopParameters;
import dev.shopwire.ingest.admission.ApiGate;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Admits a request (API key, rate limit), relays it to the role in charge, and sends that role's
 * reply; 503 if the role is unavailable. Not thread-safe; use from one event loop.
 */
public final class RelayHandlers {
  private static final String CONTACTS_CURSOR = "contactsCursor";
  private static final int MAX_CURSOR = 1_000;
  private static final String INCLUDE = "include";
  private static final String SEGMENTS = "segments";

  /** This route also accepts the vendor's name for an id. */
  private static final List<String> SHOP_PARAMETERS =
      Stream.concat(VendorNames.SHOP_PARAMETERS.stream(), Stream.of("id")).toList();

  private final Vertx vertx;
  private final ApiGate gate;
  private final ParameterCheck parameterCheck;

  public RelayHandlers(Vertx vertx, ApiGate gate, ParameterCheck parameterCheck) {
    this.vertx = vertx;
    this.gate = gate;
    this.parameterCheck = parameterCheck;
  }

  /** Handles a POST whose body is relayed unchanged. */
  public Handler<RoutingContext> post(Contract<AppRequest, JsonResponse> contract) {
    return context ->
        respond(
            context,
            gate.enterWithBody(
                context, (grant, body) -> relay(contract, grant, JsonBody.text(body))));
  }

  private Future<JsonResponse> relay(
      Contract<AppRequest, JsonResponse> contract, ApiKeyGrant grant, String body) {
    return contract.call(
        vertx, new AppRequest(grant.workspaceId(), grant.appId(), body, VendorNames.FIELDS));
  }

  /** Handles a GET, relaying its query parameters and the id in its path, if any. */
  public Handler<RoutingContext> get(Contract<AppQuery, JsonResponse> contract) {
    return context ->
        read(
            context,
            grant -> {
              String id = context.pathParam("id");
              return contract.call(
                  vertx,
                  new AppQuery(
                      grant.workspaceId(),
                      grant.appId(),
                      id == null ? "" : id,
                      Query.first(context.queryParams())));
            });
  }

  /** {@code GET /v1/customer}. */
  public void getCustomer(RoutingContext context) {
    read(
        context,
        grant ->
            EnrichmentContracts.CUSTOMER.call(
                vertx, customerQuery(grant, Query.of(context.queryParams()))));
  }

  private void read(RoutingContext context, Function<ApiKeyGrant, Future<JsonResponse>> call) {
    respond(
        context,
        gate.enter(context)
            .compose(
                grant -> {
                  parameterCheck.check(context);
                  return call.apply(grant);
                }));
  }

  /**
   * @throws Failure 422 with all validation errors
   */
  private static CustomerQuery customerQuery(ApiKeyGrant grant, Query query) {
    ShopParameters shop = ShopParameters.read(query, SHOP_PARAMETERS);
    long contactsAfter = contactsCursor(query).orElse(0L);
    boolean withSegments = query.choice(INCLUDE, List.of(SEGMENTS)).isPresent();
    if (!shop.isPresent()) {
      query.addErrorIfNone("myplatformDomain", "required", "is required: the shop's domain");
    }
    query.throwIfInvalid();
    return new CustomerQuery(
        grant.workspaceId(),
        grant.appId(),
        shop.domain().orElse(""),
        shop.id().orElse(0L),
        contactsAfter,
        withSegments);
  }

  private static Optional<Long> contactsCursor(Query query) {
    Optional<String> text = query.text(CONTACTS_CURSOR, MAX_CURSOR);
    Optional<Long> cursor = text.flatMap(NumericId::parse);
    return text.isPresent() && cursor.isEmpty()
        ? query.addError(
            CONTACTS_CURSOR, "invalid_cursor", "must be the contactsCursor of a previous response")
        : cursor;
  }

  private static void respond(RoutingContext context, Future<JsonResponse> result) {
    result.onComplete(reply -> Responses.okJson(context, reply.json()), context::fail);
  }
}
