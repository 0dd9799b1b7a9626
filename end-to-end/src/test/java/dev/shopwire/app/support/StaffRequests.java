package dev.shopwire.app.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** Pushes and reads the staff of one shop, as apps do. */
public final class StaffRequests {
  public static final String SHOP = "acme.platform.example";

  private StaffRequests() {}

  /** Pushes contacts, each a JSON object. */
  public static Response push(Tenants.App app, String... contacts) {
    return post(app, "\"staff\":[" + String.join(",", contacts) + "]");
  }

  /** Pushes the app's complete roster. */
  public static Response reconcile(Tenants.App app, String... contacts) {
    return post(app, "\"reconcile\":true,\"staff\":[" + String.join(",", contacts) + "]");
  }

  /** Posts the shop's domain with these JSON fields. */
  public static Response post(Tenants.App app, String fields) {
    return app.api().post("/v1/staff", "{\"myplatformDomain\":\"" + SHOP + "\"," + fields + "}");
  }

  static String person(int id) {
    return "{\"id\":" + id + "}";
  }

  public static String[] people(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(StaffRequests::person).toArray(String[]::new);
  }

  public static void assertCounts(
      Response response, int created, int updated, int unchanged, int removed) {
    assertEquals(200, response.status(), response::body);
    JsonNode json = response.json();
    assertEquals(
        "created %d updated %d unchanged %d removed %d"
            .formatted(created, updated, unchanged, removed),
        "created %d updated %d unchanged %d removed %d"
            .formatted(
                json.path("created").asInt(),
                json.path("updated").asInt(),
                json.path("unchanged").asInt(),
                json.path("removed").asInt()),
        response::body);
  }

  public static Response get(Tenants.App app) {
    return app.api().get("/v1/customer?myplatformDomain=" + SHOP);
  }

  public static String customerId(Tenants.App app) {
    return get(app).json().at("/customer/id").asText();
  }

  public static List<JsonNode> contacts(Tenants.App app) {
    Response response = get(app);
    assertEquals(200, response.status(), response::body);
    return StreamSupport.stream(response.json().at("/customer/contacts").spliterator(), false)
        .toList();
  }

  /** The one contact with this platform id. */
  public static JsonNode contact(Tenants.App app, String id) {
    List<JsonNode> found =
        contacts(app).stream().filter(contact -> contact.path("id").asText().equals(id)).toList();
    assertEquals(1, found.size(), found::toString);
    return found.get(0);
  }

  /** The contacts' platform ids, in the order of the response. */
  public static String ids(Tenants.App app) {
    return contacts(app).stream()
        .map(contact -> contact.path("id").asText())
        .collect(Collectors.joining(" "));
  }

  /** The pointers of a response's errors or warnings. */
  public static String pointers(Response response, String list) {
    return StreamSupport.stream(response.json().path(list).spliterator(), false)
        .map(entry -> entry.path("pointer").asText())
        .collect(Collectors.joining(" "));
  }

  /**
   * The version of each row of {@code table} in the app's workspace: any write changes it, even one
   * that stores the same values.
   */
  public static String rowVersions(String table, Tenants.App app) {
    return RunningService.shared()
        .sql()
        .text(
            "select string_agg(ctid::text || xmin::text, ' ' order by ctid) from "
                + table
                + " where workspace_id = ?",
            Long.parseLong(app.workspaceId()));
  }
}
