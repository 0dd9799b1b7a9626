package dev.shopwire.app.customers.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.customers.fields.CustomFieldWorkspace.App;
import dev.shopwire.app.support.PlainJson;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs each step on the service and on the model, and then checks that every app reads what the
 * model expects: of every shop of this fixture after a change of fields, of the pushed one after a
 * push. Records the steps, so that a failure can be reproduced.
 */
final class CustomFieldFixture {
  private static final int MAX_STEP_LENGTH = 400;

  private final int number;
  private final List<App> apps;
  private final Set<String> shops = new LinkedHashSet<>();
  private final List<String> steps = new ArrayList<>();

  /**
   * @param number distinguishes its shops and names from those of others in the same workspace
   */
  CustomFieldFixture(int number, List<App> apps) {
    this.number = number;
    this.apps = List.copyOf(apps);
  }

  /** Runs {@code action}; a failure reports {@code about} and the steps so far. */
  void run(String about, Consumer<CustomFieldFixture> action) {
    try {
      action.accept(this);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(about + "\n" + String.join("\n", steps) + "\n" + e.getMessage(), e);
    }
  }

  String shop() {
    return "shop-" + number + ".example.com";
  }

  String name(String base) {
    return base + "_" + number;
  }

  App app(int index) {
    return apps.get(index);
  }

  List<App> apps() {
    return apps;
  }

  /** Pushes one field of this fixture's shop. */
  void push(int app, String name, @Nullable Object value) {
    push(app, Collections.singletonMap(name, value));
  }

  /** Pushes fields of this fixture's shop. */
  void push(int app, Map<String, ? extends @Nullable Object> fields) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put(CustomFieldFaults.DOMAIN, shop());
    body.put("customFields", fields);
    identify(app, body);
  }

  void identify(int app, Map<String, @Nullable Object> body) {
    identify(app, PlainJson.write(body), body);
  }

  /**
   * @param json the body as it is sent
   * @param body the same body for the model
   */
  void identify(int app, String json, Map<String, @Nullable Object> body) {
    addStep("app " + app + " pushes " + json);
    Response response = app(app).api().post("/v1/identify", json);
    App actor = app(app);
    assertEquals(
        actor.workspace().model().identify(actor.slug(), body),
        result(response),
        "the response to the push");
    String shop = CustomFieldFaults.shop(String.valueOf(body.get(CustomFieldFaults.DOMAIN)));
    if (response.status() == 200) {
      shops.add(shop);
    }
    // A refused push must not have created the shop that it names.
    checkCustomer(CustomFieldFaults.isHost(shop) ? shop : shop());
  }

  void share(int app, String name, String type, String scope) {
    addStep("the console of app " + app + " shares " + name + ", " + type + ", " + scope);
    app(app).workspace().share(name, type, scope);
    checkCustomers();
  }

  /** {@code owner} is a slug or empty, as in the methods that follow. */
  void promote(int app, String owner, String name) {
    addStep("the console of app " + app + " promotes " + name + " of '" + owner + "'");
    app(app).workspace().promote(owner, name);
    checkCustomers();
  }

  void hide(int app, String owner, String name, boolean hidden) {
    addStep(
        "the console of app " + app + " marks " + name + " of '" + owner + "' private: " + hidden);
    app(app).workspace().hide(owner, name, hidden);
    checkCustomers();
  }

  void retype(int app, String owner, String name, String type, boolean unsetFailures) {
    addStep(
        "the console of app %d changes %s of '%s' to the type %s, unset: %b"
            .formatted(app, name, owner, type, unsetFailures));
    app(app).workspace().retype(owner, name, type, unsetFailures);
    checkCustomers();
  }

  void delete(int app, String owner, String name) {
    addStep("the console of app " + app + " deletes " + name + " of '" + owner + "'");
    app(app).workspace().delete(owner, name);
    checkCustomers();
  }

  private void addStep(String step) {
    steps.add(step.length() <= MAX_STEP_LENGTH ? step : step.substring(0, MAX_STEP_LENGTH) + "…");
  }

  private void checkCustomers() {
    shops.forEach(this::checkCustomer);
  }

  private void checkCustomer(String shop) {
    for (App app : apps) {
      Response response = app.api().get("/v1/customer?myplatformDomain=" + shop);
      assertEquals(
          app.workspace()
              .model()
              .read(app.slug(), shop)
              .<Object>map(customer -> customer)
              .orElse("404 unknown_customer"),
          response.status() == 200
              ? customer(response.json().path("customer"))
              : response.status() + " " + response.json().path("code").asText(),
          () -> "what app " + apps.indexOf(app) + " reads of " + shop);
    }
  }

  private static Map<String, Object> result(Response response) {
    JsonNode json = response.json();
    if (response.status() != 200) {
      List<String> errors = new ArrayList<>();
      json.path("errors")
          .forEach(
              error ->
                  errors.add(error.path("pointer").asText() + " " + error.path("code").asText()));
      // The document's own code is that of its first error.
      assertEquals(json.at("/errors/0/code").asText(), json.path("code").asText());
      return Map.of("status", response.status(), "errors", errors.stream().sorted().toList());
    }
    Map<String, Object> result = new TreeMap<>();
    result.put("status", 200);
    result.put("customer", customer(json.path("customer")));
    JsonNode counts = json.path("customFields");
    for (String count : List.of("written", "unchanged", "unset")) {
      result.put(count, counts.path(count).asInt());
    }
    List<String> created = new ArrayList<>();
    counts.path("created").forEach(name -> created.add(name.asText()));
    result.put("created", created.stream().sorted().toList());
    return result;
  }

  /** The fields of a customer that the model knows. */
  private static Map<String, @Nullable Object> customer(JsonNode customer) {
    Map<String, @Nullable Object> known = new LinkedHashMap<>();
    for (String field : List.of("name", "email", CustomFieldFaults.DOMAIN, "customFields")) {
      known.put(field, PlainJson.plain(customer.path(field)));
    }
    return known;
  }
}
