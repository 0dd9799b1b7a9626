package dev.shopwire.console.pages.affiliates;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Confirmation;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Map;

/** The second steps of an affiliate's page. */
final class AffiliateSteps {
  private final RoleRequests roles;

  AffiliateSteps(RoleRequests roles) {
    this.roles = roles;
  }

  SecondSteps of(JsonNode affiliate) {
    return new SecondSteps(
        affiliate.path("name").asText(),
        Map.of(
            "deactivate",
            Step.of(
                request ->
                    Future.succeededFuture(
                        AffiliateForms.deactivate(request.require(AccessLevel.ADMIN), affiliate)),
                (request, body) -> setStatus(request, "inactive"),
                "deactivated"),
            "activate",
            Step.of(
                request ->
                    Future.succeededFuture(
                        AffiliateForms.activate(request.require(AccessLevel.ADMIN), affiliate)),
                (request, body) -> setStatus(request, "active"),
                "activated"),
            "expire",
            Step.of(
                request -> Future.succeededFuture(expire(request, affiliate)),
                this::expire,
                "expired")));
  }

  private Future<?> setStatus(PageRequest request, String status) {
    return roles.send(
        AttributionContracts.CHANGE_AFFILIATE,
        request.numericPathId(),
        "{\"status\":\"%s\"}".formatted(status),
        request.caller());
  }

  private static Confirmation expire(PageRequest request, JsonNode affiliate) {
    request.require(AccessLevel.ADMIN);
    String wanted = request.query().get("code");
    return ApiJson.rows(affiliate, "codes").stream()
        .filter(code -> code.path("code").asText().equals(wanted))
        .findFirst()
        .map(
            code ->
                AffiliateForms.expire(
                    request, code, LocalTimes.text(Instant.now(), request.zone())))
        .orElseThrow(() -> Failure.notFound("code"));
  }

  private Future<?> expire(PageRequest request, byte[] body) {
    return roles.sendPart(
        AttributionContracts.CHANGE_CODE,
        request.numericPathId(),
        request.query().get("code"),
        AffiliateForms.codeBody(request, body),
        request.caller());
  }
}
