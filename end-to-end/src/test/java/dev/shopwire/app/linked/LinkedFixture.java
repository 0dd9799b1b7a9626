package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A workspace that reads databases. */
record LinkedFixture(Tenants tenants, Tenants.App app) {
  /** Settings that let the service connect to databases of this machine. */
  static final Map<String, String> SETTINGS = Map.of("SHOPWIRE_SOURCES_ALLOW_PRIVATE", "true");

  static LinkedFixture of(Tenants tenants) {
    return new LinkedFixture(tenants, tenants.app());
  }

  String path() {
    return "/console/api/workspaces/" + app.workspaceId() + "/databases";
  }

  String slug() {
    for (JsonNode one :
        tenants
            .console()
            .get("/console/api/workspaces/" + app.workspaceId() + "/apps")
            .json()
            .path("apps")) {
      if (one.path("id").asText().equals(app.appId())) {
        return one.path("slug").asText();
      }
    }
    throw new AssertionError("no app");
  }

  /** A body of a database that belongs to the app. */
  ObjectNode body(String name, String uri) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", name)
        .put("uri", uri)
        .put("app", slug());
  }

  Response create(ObjectNode body) {
    return tenants.console().post(path(), body.toString());
  }

  /** The id of a new database. */
  String created(ObjectNode body) {
    Response response = create(body);
    assertEquals(200, response.status(), response::body);
    return response.json().at("/database/id").asText();
  }

  Response preview(String database, String sql, String key, String... columns) {
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
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
    return tenants
        .console()
        .post("/console/api/databases/" + database + "/preview", body.toString());
  }

  static List<String> errors(Response response) {
    assertEquals(422, response.status(), response::body);
    List<String> errors = new ArrayList<>();
    response
        .json()
        .path("errors")
        .forEach(
            error ->
                errors.add(error.path("pointer").asText() + " " + error.path("code").asText()));
    return errors;
  }
}
