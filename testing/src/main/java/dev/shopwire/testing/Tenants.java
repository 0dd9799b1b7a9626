package dev.shopwire.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Makes workspaces, apps and keys by the console's calls, so that every test has its own. */
public final class Tenants {
  private final Contracted console;
  private final String apiUrl;

  public Tenants(String consoleUrl, String apiUrl, String adminToken) {
    this.console =
        new Contracted(
            consoleUrl,
            "/console/api/openapi.json",
            Map.of("Authorization", "Bearer " + adminToken));
    this.apiUrl = apiUrl;
  }

  /** An app with one key, and the public API as its backend calls it. */
  public record App(String workspaceId, String appId, String keyId, String key, Contracted api) {}

  public Contracted console() {
    return console;
  }

  /** A new app in a new workspace, with limits that no test reaches. */
  public App app() {
    String workspace =
        console
            .post("/console/api/workspaces", "{\"name\":\"a workspace\"}")
            .json()
            .at("/workspace/id")
            .asText();
    return app(workspace);
  }

  /** A new app in a workspace that is there. */
  public App app(String workspaceId) {
    String slug = "app-" + Long.toString(System.nanoTime(), 36);
    String id =
        console
            .post(
                "/console/api/workspaces/" + workspaceId + "/apps",
                "{\"slug\":\"" + slug + "\",\"name\":\"an app\"}")
            .json()
            .at("/app/id")
            .asText();
    return key(workspaceId, id, "{\"requestsPerSecond\":1000000,\"eventsPerSecond\":100000000}");
  }

  /** One more key of an app. */
  public App key(String workspaceId, String appId, String limits) {
    JsonNode made =
        console
            .post(
                "/console/api/apps/" + appId + "/keys",
                "{\"name\":\"a key\",\"limits\":" + limits + "}")
            .json();
    String secret = made.path("secret").asText();
    return new App(
        workspaceId, appId, made.at("/key/id").asText(), secret, as(Map.of("X-Api-Key", secret)));
  }

  /** The public API with these headers in every call. */
  public Contracted as(Map<String, String> credentials) {
    return new Contracted(apiUrl, "/v1/openapi.json", credentials);
  }
}
