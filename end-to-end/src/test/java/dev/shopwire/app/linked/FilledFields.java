package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * A workspace whose fields a query fills from a table of its own: {@code tier} (text, of the app)
 * and {@code orders} (number, shared).
 */
final class FilledFields {
  /** Long enough for a million customers. */
  private static final Duration TIME = Duration.ofMinutes(10);

  private static final String CONSOLE = "/console/api/";

  private final Supplier<Tenants> service;
  private final LinkedFixture fixture;
  private final Sql source;
  private final String table;
  private final String database;

  /**
   * @param service clients of the process that runs now
   * @param database with a role that may read what {@code superuser} creates
   */
  FilledFields(Supplier<Tenants> service, SourceDatabase database, Sql superuser) {
    this.service = service;
    this.fixture = LinkedFixture.of(service.get());
    this.source = superuser;
    this.table = "accounts_" + fixture.app().workspaceId();
    superuser.run(
        "create table %1$s (domain text primary key, tier text, orders numeric); grant select on %1$s to reader"
            .formatted(table));
    this.database = fixture.created(fixture.body("accounts", database.readerUri()));
  }

  Tenants.App app() {
    return fixture.app();
  }

  Tenants tenants() {
    return service.get();
  }

  long workspace() {
    return Long.parseLong(app().workspaceId());
  }

  SchemaCheckedHttp console() {
    return service.get().console();
  }

  static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  /** Runs a statement in the source, in which {@code TABLE} stands for the table. */
  void source(String sql) {
    source.run(sql.replace("TABLE", table));
  }

  /** Saves a query that fills {@code tier} and {@code orders}; returns its id. */
  String query(String name, String announce) {
    return ok(save(name, announce)).at("/linkedQuery/id").asText();
  }

  /** Requests that query. */
  Response save(String name, String announce) {
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", name)
            .put("sql", "select domain, tier, orders from " + table)
            .put("keyColumn", "domain")
            .put("key", "domain")
            .put("announce", announce);
    body.putObject("guard").put("percent", 100).put("atLeast", 0);
    add(body, "tier", "text", "app");
    add(body, "orders", "number", "customers");
    return console().post(CONSOLE + "databases/" + database + "/linked-queries", body.toString());
  }

  private static void add(ObjectNode body, String column, String type, String scope) {
    body.withArray("columns")
        .addObject()
        .put("column", column)
        .put("field", column)
        .put("type", type)
        .put("scope", scope);
  }

  Response delete(String query) {
    return console().delete(CONSOLE + "linked-queries/" + query);
  }

  /** Begins a run; returns its id. */
  String begin(String query) {
    return ok(console().post(CONSOLE + "linked-queries/" + query + "/run", "{}"))
        .at("/run/id")
        .asText();
  }

  JsonNode run(String id) {
    return ok(console().get(CONSOLE + "linked-runs/" + id)).path("run");
  }

  /** Waits until a run has ended as applied. */
  JsonNode awaitApplied(String id) {
    Poll.until(
        TIME,
        () -> "the run has ended: " + run(id),
        () -> !List.of("reading", "applying").contains(run(id).path("status").asText()));
    JsonNode run = run(id);
    assertEquals("applied", run.path("status").asText(), run::toString);
    return run;
  }

  /** Runs the query and waits for its end. */
  JsonNode apply(String query) {
    return awaitApplied(begin(query));
  }

  /** The definition of a field. */
  JsonNode field(String name) {
    return ok(console().get(CONSOLE + "workspaces/" + app().workspaceId() + "/custom-fields"))
        .path("customFields")
        .valueStream()
        .filter(field -> field.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  String fieldPath(String name) {
    return CONSOLE + "custom-fields/" + field(name).path("id").asText();
  }

  /** Pushes fields of a shop; returns the response. */
  JsonNode push(String shop, String fields) {
    return ok(
        app()
            .api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"%s\",\"customFields\":%s}".formatted(shop, fields)));
  }

  /** The values of a shop as apps read them. */
  JsonNode values(String shop) {
    return ok(app().api().get("/v1/customer?customerId=" + shop)).at("/customer/customFields");
  }

  /** The value of a shop's field as the console shows it. */
  JsonNode shown(String shop, String field) {
    String id = ok(app().api().get("/v1/customer?customerId=" + shop)).at("/customer/id").asText();
    return ok(console().get(CONSOLE + "customers/" + id))
        .at("/customer/customFields")
        .valueStream()
        .filter(value -> value.path("name").asText().equals(field))
        .findFirst()
        .orElseThrow();
  }
}
