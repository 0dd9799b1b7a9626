package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.SchemaCheckedHttp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Calls about linked queries and their runs. */
record LinkedQueries(LinkedFixture fixture, String database) {
  private static final String API = "/console/api";
  private static final Set<String> UNDER_WAY = Set.of("reading", "applying");

  /** A database that the reader of {@code uri} may read. */
  static LinkedQueries of(LinkedFixture fixture, String uri) {
    return new LinkedQueries(fixture, fixture.created(fixture.body("production", uri)));
  }

  private SchemaCheckedHttp console() {
    return fixture.tenants().console();
  }

  /**
   * A query.
   *
   * @param columns as {@code column:field:type:scope}
   */
  static ObjectNode body(String name, String sql, String key, String... columns) {
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", name)
            .put("sql", sql)
            .put("keyColumn", key)
            .put("key", "domain");
    for (String column : columns) {
      List<String> parts = List.of(column.split(":", -1));
      body.withArray("columns")
          .addObject()
          .put("column", parts.get(0))
          .put("field", parts.get(1))
          .put("type", parts.get(2))
          .put("scope", parts.get(3));
    }
    return body;
  }

  Response create(ObjectNode body) {
    return console().post(API + "/databases/" + database + "/linked-queries", body.toString());
  }

  /** The id of a new query. */
  String created(ObjectNode body) {
    Response response = create(body);
    assertEquals(200, response.status(), response::body);
    return response.json().at("/linkedQuery/id").asText();
  }

  JsonNode query(String id) {
    return get("/linked-queries/" + id).path("linkedQuery");
  }

  JsonNode get(String path) {
    Response response = console().get(API + path);
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  Response change(String id, String body) {
    return console().patch(API + "/linked-queries/" + id, body);
  }

  Response post(String path, String body) {
    return console().post(API + path, body);
  }

  /** Makes a run, and returns it once it is over or held. */
  JsonNode run(String query) {
    return awaited(post("/linked-queries/" + query + "/run", ""));
  }

  JsonNode awaited(Response begun) {
    assertEquals(200, begun.status(), begun::body);
    return awaited(begun.json().at("/run/id").asText());
  }

  JsonNode awaited(String run) {
    Poll.until(
        Duration.ofSeconds(60),
        () -> "the run is over: " + show(run),
        () -> !UNDER_WAY.contains(show(run).path("status").asText()));
    return show(run);
  }

  JsonNode show(String run) {
    return get("/linked-runs/" + run).path("run");
  }

  /** Each as {@code shop field was is}. */
  List<String> changes(JsonNode run) {
    List<String> changes = new ArrayList<>();
    get("/linked-runs/" + run.path("id").asText() + "/changes")
        .path("changes")
        .forEach(
            change ->
                changes.add(
                    "%s %s %s %s"
                        .formatted(
                            change.at("/customer/myplatformDomain").asText().split("\\.", 2)[0],
                            change.path("field").asText(),
                            change.path("was"),
                            change.path("is"))));
    return changes;
  }

  /** Registers shops that are not known yet. */
  void identify(String... shops) {
    for (String shop : shops) {
      Response response =
          fixture
              .app()
              .api()
              .post(
                  "/v1/identify", "{\"myplatformDomain\":\"%s.platform.example\"}".formatted(shop));
      assertEquals(200, response.status(), response::body);
    }
  }
}
