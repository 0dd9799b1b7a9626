package dev.shopwire.console.overview;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.contracts.OverviewRequest;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.common.time.TimeRange;
import dev.shopwire.console.RoleParts;
import dev.shopwire.console.tenants.WorkspaceSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Composes the overview of a workspace. The figures of a role that does not respond are null. Not
 * thread-safe; use from one event loop.
 */
public final class Overview {
  /** As reports: more days are not useful in a chart. */
  private static final int MAX_DAYS = 10_000;

  /** Only while events arrive faster than they are aggregated. */
  private static final String AS_OF = "asOf";

  private static final List<String> ANALYTICS_FIGURES =
      List.of("activeShops", "events", "pageViews", "sessions");

  private final Vertx vertx;
  private final SqlClient client;

  public Overview(Vertx vertx, SqlClient client) {
    this.vertx = vertx;
    this.client = client;
  }

  /** A role's part of the response; empty if it did not respond. */
  private record Part(Role role, Optional<JsonNode> figures) {
    JsonNode get(String name) {
      return figures.map(found -> found.path(name)).orElseGet(Json.MAPPER::missingNode);
    }
  }

  /**
   * @param parameters {@code startDate}, {@code endDate} and {@code timezone}; by default the last
   *     30 days in the time zone of the workspace
   */
  public Future<ObjectNode> read(long workspaceId, Map<String, String> parameters, Caller caller) {
    return new Workspaces(client)
        .require(workspaceId)
        .compose(exists -> WorkspaceSettings.find(client, workspaceId))
        .compose(
            settings -> {
              TimeRange range = range(parameters, settings);
              return collect(
                  new OverviewRequest(
                      workspaceId,
                      range.startDate(),
                      range.endDate(),
                      range.zone().getId(),
                      caller));
            });
  }

  private static TimeRange range(Map<String, String> parameters, WorkspaceSettings settings) {
    Map<String, String> all = new HashMap<>(parameters);
    if (settings.timezone() != null) {
      all.putIfAbsent("timezone", settings.timezone());
    }
    Query query = new Query(all);
    Bounds bounds = Bounds.read(query);
    query.throwIfInvalid();
    TimeRange range = bounds.orLastDays(Instant.now());
    if (!range.isWholeDays()) {
      query.addError(
          "startDate", "invalid_startDate", "and endDate must be dates such as 2026-03-29");
    } else if (Duration.between(range.start(), range.end()).toDays() > MAX_DAYS) {
      query.addError(
          "startDate", "too_many_buckets", "is more than " + MAX_DAYS + " days before endDate");
    }
    query.throwIfInvalid();
    return range;
  }

  private Future<ObjectNode> collect(OverviewRequest request) {
    Future<Part> analytics = part(Role.ANALYTICS, AnalyticsContracts.OVERVIEW, request);
    Future<Part> attribution = part(Role.ATTRIBUTION, AttributionContracts.OVERVIEW, request);
    Future<Part> webhook = part(Role.WEBHOOK, WebhookContracts.OVERVIEW, request);
    return Future.all(analytics, attribution, webhook)
        .map(all -> response(request, analytics.result(), attribution.result(), webhook.result()));
  }

  private Future<Part> part(
      Role role, Contract<OverviewRequest, JsonResponse> contract, OverviewRequest request) {
    return contract
        .call(vertx, request)
        .map(response -> new Part(role, Optional.of(parse(response.json()))))
        .recover(
            error ->
                RoleParts.isMissing(error)
                    ? Future.succeededFuture(new Part(role, Optional.empty()))
                    : Future.failedFuture(error));
  }

  private static JsonNode parse(String json) {
    try {
      return Json.MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode response(
      OverviewRequest request, Part analytics, Part attribution, Part webhook) {
    ObjectNode response = Json.MAPPER.createObjectNode();
    ObjectNode overview =
        response
            .putObject("overview")
            .put("startDate", request.startDate())
            .put("endDate", request.endDate())
            .put("timezone", request.timezone());
    if (analytics.get(AS_OF).isTextual()) {
      overview.set(AS_OF, analytics.get(AS_OF));
    }
    overview.set("activeNow", orNull(analytics.get("activeNow")));
    overview.set("webhooks", webhook.figures().orElseGet(Json.MAPPER::nullNode));
    ObjectNode figures = overview.putObject("figures");
    ANALYTICS_FIGURES.forEach(name -> figures.set(name, orNull(analytics.get(name))));
    figures.set("attributions", orNull(attribution.get("attributions")));
    ArrayNode missing = response.putArray("missing");
    for (Part part : List.of(analytics, attribution, webhook)) {
      if (part.figures().isEmpty()) {
        missing.add(part.role().id());
      }
    }
    return response;
  }

  private static JsonNode orNull(JsonNode node) {
    return node.isMissingNode() ? Json.MAPPER.nullNode() : node;
  }
}
