package dev.shopwire.app.console.sample;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Tenants;
import java.util.Map;
import java.util.Optional;

/**
 * A workspace to look at.
 *
 * @param customerId of the customer that has most to show; empty without customers
 */
public record Sample(Tenants tenants, String workspaceId, String customerId) {
  private static final String LIMITS =
      "{\"requestsPerSecond\":1000000,\"eventsPerSecond\":100000000}";

  /** A workspace without anything in it. */
  public static Sample empty(Tenants tenants, String name) {
    JsonNode created = new SampleApi(tenants.console()).post("/workspaces", Map.of("name", name));
    return new Sample(tenants, created.at("/workspace/id").asText(), "");
  }

  Sample showing(String customer) {
    return new Sample(tenants, workspaceId, customer);
  }

  SampleApi api() {
    return new SampleApi(tenants.console());
  }

  /** Creates an app with an API key. */
  public Tenants.App app(String slug, String name) {
    JsonNode app = api().post(path("/apps"), Map.of("slug", slug, "name", name));
    return tenants.key(workspaceId, app.at("/app/id").asText(), LIMITS);
  }

  /** A path of the API below the workspace. */
  String path(String below) {
    return "/workspaces/" + workspaceId + below;
  }

  /**
   * The id of a resource of the workspace.
   *
   * @param kind the segment of paths of the API that precedes such ids
   * @return empty if there is none
   * @throws IllegalArgumentException if it is not declared where such resources are listed
   */
  public Optional<String> id(String kind) {
    String id =
        switch (kind) {
          case "workspaces" -> workspaceId;
          case "customers" -> customerId;
          case "apps" -> first("/apps", "apps");
          case "affiliates" -> first("/affiliates", "affiliates");
          case "segments" -> first("/segments", "segments");
          case "webhook-endpoints" -> first("/webhook-endpoints", "webhookEndpoints");
          case "custom-fields" -> fieldOfAnApp();
          case "deliveries" -> delivery();
          case "databases" -> first("/databases", "databases");
          case "linked-queries" -> linkedQuery();
          case "linked-runs" -> linkedRun();
          default ->
              throw new IllegalArgumentException("Sample does not know where to find " + kind);
        };
    return Optional.of(id).filter(known -> !known.isEmpty());
  }

  private String first(String path, String rows) {
    return api().get(path(path)).path(rows).path(0).path("id").asText();
  }

  /** One that can be promoted. */
  private String fieldOfAnApp() {
    for (JsonNode field : api().get(path("/custom-fields")).path("customFields")) {
      if (field.path("scope").asText().equals("app")) {
        return field.path("id").asText();
      }
    }
    return "";
  }

  private String linkedQuery() {
    return id("databases")
        .map(database -> api().get("/databases/" + database + "/linked-queries"))
        .map(listed -> listed.at("/linkedQueries/0/id").asText())
        .orElse("");
  }

  /** The newest one. */
  private String linkedRun() {
    return id("linked-queries")
        .map(query -> api().get("/linked-queries/" + query + "/runs"))
        .map(listed -> listed.at("/runs/0/id").asText())
        .orElse("");
  }

  /** The oldest one on the first page: with all its attempts. */
  private String delivery() {
    return id("webhook-endpoints")
        .map(endpoint -> api().get("/webhook-endpoints/" + endpoint + "/deliveries"))
        .map(listed -> listed.path("deliveries"))
        .map(deliveries -> deliveries.path(deliveries.size() - 1).path("id").asText())
        .orElse("");
  }
}
