package dev.shopwire.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Creates workspaces, apps and API keys through the console API, so that each test has its own. */
public final class Tenants {
  private final SchemaCheckedHttp console;
  private final String apiUrl;
  private final boolean retryTimeouts;

  public Tenants(String consoleUrl, String apiUrl, String adminToken) {
    this(consoleUrl, apiUrl, adminToken, false);
  }

  private Tenants(String consoleUrl, String apiUrl, String adminToken, boolean retryTimeouts) {
    this.console =
        new SchemaCheckedHttp(
            consoleUrl,
            "/console/api/openapi.json",
            Map.of("Authorization", "Bearer " + adminToken),
            retryTimeouts);
    this.apiUrl = apiUrl;
    this.retryTimeouts = retryTimeouts;
  }

  /**
   * Same with clients that send a request again, once, if a busy machine was too slow for it; for
   * tests that expect no outage.
   */
  public static Tenants withRetries(String consoleUrl, String apiUrl, String adminToken) {
    return new Tenants(consoleUrl, apiUrl, adminToken, true);
  }

  /** An app with one API key, and a client that calls the public API with it. */
  public record App(
      String workspaceId, String appId, String keyId, String key, SchemaCheckedHttp api) {}

  public SchemaCheckedHttp console() {
    return console;
  }

  /** Creates an app in a new workspace, with limits that no test reaches. */
  public App app() {
    String workspace =
        console
            .post("/console/api/workspaces", "{\"name\":\"a workspace\"}")
            .json()
            .at("/workspace/id")
            .asText();
    return app(workspace);
  }

  /** Creates an app in an existing workspace. */
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

  /** Creates another API key of an app. */
  public App key(String workspaceId, String appId, String limits) {
    JsonNode created =
        console
            .post(
                "/console/api/apps/" + appId + "/keys",
                "{\"name\":\"a key\",\"limits\":" + limits + "}")
            .json();
    String secret = created.path("secret").asText();
    return new App(
        workspaceId,
        appId,
        created.at("/key/id").asText(),
        secret,
        as(Map.of("X-Api-Key", secret)));
  }

  /** A client of the public API that sends these headers with every call. */
  public SchemaCheckedHttp as(Map<String, String> credentials) {
    return new SchemaCheckedHttp(apiUrl, "/v1/openapi.json", credentials, retryTimeouts);
  }
}
