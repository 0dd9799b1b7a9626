package dev.shopwire.app.segments.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PlainJson;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A workspace of the service, its apps, and the model of what they know. */
final class OracleWorkspace {
  static final String API = "/console/api";

  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final String LIMITS =
      "{\"requestsPerSecond\":1000000,\"eventsPerSecond\":100000000}";
  private static final Duration SETTLING = Duration.ofSeconds(60);

  /** Longer than it takes until the time at which a customer was last seen is written. */
  private static final Duration UNCHANGED = Duration.ofSeconds(2);

  private final SchemaCheckedHttp console = TENANTS.console();
  private final ModelWorkspace model = new ModelWorkspace();
  private final Map<String, OracleApp> apps = new LinkedHashMap<>();
  private final String id;

  /**
   * @param slugs of the apps
   */
  OracleWorkspace(List<String> slugs) {
    id = created(API + "/workspaces", Map.of("name", "oracle")).at("/workspace/id").asText();
    for (String slug : slugs) {
      String app =
          created(path("/apps"), Map.of("slug", slug, "name", slug)).at("/app/id").asText();
      apps.put(slug, new OracleApp(slug, TENANTS.key(id, app, LIMITS)));
      model.apps().add(slug);
    }
  }

  private JsonNode created(String path, Map<String, @Nullable Object> body) {
    return json(console.post(path, PlainJson.write(body)));
  }

  static JsonNode json(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  SchemaCheckedHttp console() {
    return console;
  }

  /** Of the service's PostgreSQL. */
  Sql sql() {
    return RunningService.shared().sql();
  }

  ModelWorkspace model() {
    return model;
  }

  /** A console path within this workspace. */
  String path(String path) {
    return API + "/workspaces/" + id + path;
  }

  OracleApp app(String slug) {
    OracleApp app = apps.get(slug);
    if (app == null) {
      throw new IllegalArgumentException(slug);
    }
    return app;
  }

  void share(String name, String type, String scope) {
    created(path("/custom-fields"), Map.of("name", name, "type", type, "scope", scope));
  }

  /** Adds all fields that the workspace has by now to the model. */
  void readFields() {
    for (JsonNode field : list("/custom-fields?take=1000", "customFields")) {
      model
          .fields()
          .add(
              new ModelField(
                  field.path("id").asText(),
                  field.path("name").asText(),
                  field.path("type").asText(),
                  field.at("/app/slug").asText(),
                  field.path("scope").asText()));
    }
  }

  void hide(ModelField field) {
    json(console.patch(API + "/custom-fields/" + field.id(), "{\"private\":true}"));
  }

  void promote(ModelField field) {
    json(console.post(API + "/custom-fields/" + field.id() + "/promote", "{}"));
    field.promote();
  }

  /** Creates an affiliate with one code. */
  String affiliate(String name, String code) {
    String affiliate =
        created(path("/affiliates"), Map.of("name", name, "codes", List.of(code)))
            .at("/affiliate/id")
            .asText();
    model.affiliates().put(affiliate, name);
    return affiliate;
  }

  /**
   * Gives a credit to another affiliate.
   *
   * @param affiliate null removes it
   */
  void correct(String app, String customerId, @Nullable String affiliate) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("affiliateId", affiliate);
    body.put("reason", "a test");
    created(
        API + "/apps/" + app(app).app().appId() + "/attributions/" + customerId + "/correction",
        body);
  }

  void addManualContact(String customerId, Map<String, @Nullable Object> contact) {
    created(API + "/customers/" + customerId + "/contacts", contact);
  }

  private JsonNode list(String path, String member) {
    JsonNode page = json(console.get(path(path)));
    assertEquals(false, page.path("hasNextPage").asBoolean(), "the list has more than one page");
    return page.path(member);
  }

  /** The id of each customer by its domain. */
  Map<String, String> customerIds() {
    Map<String, String> ids = new LinkedHashMap<>();
    for (JsonNode row : list("/customers?take=1000", "customers")) {
      ids.put(row.path("myplatformDomain").asText(), row.path("id").asText());
    }
    return ids;
  }

  /** Adds the credits that the console lists to the model's customers. */
  void readCredits(Map<String, ModelCustomer> customers) {
    for (JsonNode row : list("/attributions?take=1000", "attributions")) {
      ModelCustomer customer = customers.get(row.path("myplatformDomain").asText());
      if (customer != null && !row.path("affiliate").isNull()) {
        customer.add(
            new ModelCredit(
                row.at("/app/slug").asText(),
                row.at("/affiliate/id").asText(),
                row.path("code").textValue(),
                row.path("carrier").asText(),
                Instant.parse(row.path("creditedAt").asText())));
      }
    }
  }

  /**
   * Sets when customers were seen to other times, since no push can, and waits until they stay so.
   */
  void spreadSeenTimes() {
    String update =
        """
        update customers set
          first_seen_at = timestamptz '2026-03-28 22:30+00' + (id %% 40) * interval '13 hours',
          last_seen_at = now() - (1 + id %% 37) * interval '20 hours'
        where workspace_id = %s and last_seen_at > now() - interval '10 hours'
        """
            .formatted(id);
    String rows =
        "select coalesce(max(last_seen_at), 'epoch')::text from customers where workspace_id = "
            + id;
    Instant[] changed = {Instant.now()};
    String[] before = {""};
    Poll.until(
        SETTLING,
        () -> "the times at which customers were seen stay " + before[0],
        () -> {
          RunningService.shared().sql().run(update);
          String now = RunningService.shared().sql().text(rows);
          if (!now.equals(before[0])) {
            before[0] = now;
            changed[0] = Instant.now();
          }
          return Duration.between(changed[0], Instant.now()).compareTo(UNCHANGED) > 0;
        });
  }

  /** Puts the customers into the model in the order of their ids, with what the console shows. */
  void readCustomers(Map<String, ModelCustomer> customers) {
    for (JsonNode row : list("/customers?take=1000&sort=id", "customers")) {
      ModelCustomer customer = customers.get(row.path("myplatformDomain").asText());
      if (customer == null) {
        throw new AssertionError("an unknown customer: " + row);
      }
      Map<String, @Nullable Object> listed = new LinkedHashMap<>();
      row.properties()
          .forEach(member -> listed.put(member.getKey(), PlainJson.plain(member.getValue())));
      customer.setListed(listed);
      model.customers().add(customer);
    }
    assertEquals(customers.size(), model.customers().size());
  }

  /** Waits until the sessions that the console lists are those of all page views. */
  void awaitSessions() {
    for (String slug : model.apps()) {
      String list =
          API
              + "/apps/"
              + app(slug).app().appId()
              + "/sessions?take=1000&startDate=2019-01-01&endDate="
              + LocalDate.now(ZoneOffset.UTC).plusDays(3);
      long expected =
          model.customers().stream()
              .flatMap(
                  customer ->
                      SessionStarts.of(
                          customer.events().stream()
                              .filter(event -> event.app().equals(slug))
                              .toList())
                          .stream())
              .count();
      Poll.until(
          SETTLING,
          () -> expected + " sessions of " + slug,
          () -> json(console.get(list)).path("sessions").size() == expected);
    }
  }

  /** The domain of the shop with this number. */
  static String domain(int shop) {
    return (shop % 2 == 0 ? "a-" : "ab.") + shop + ".example.com";
  }

  static List<String> domains(int count) {
    return IntStream.range(0, count).mapToObj(OracleWorkspace::domain).toList();
  }
}
