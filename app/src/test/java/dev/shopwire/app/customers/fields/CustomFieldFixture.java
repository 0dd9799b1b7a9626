package dev.shopwire.app.customers.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.customers.fields.CustomFieldWorkspace.App;
import dev.shopwire.app.support.PlainJson;
import dev.shopwire.testing.Http.Answer;
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
 * Apps that push fields: each step is done by the service and by the model, and afterwards every
 * app must read what the model says, of every shop of this fixture after a change of fields and of
 * the pushed one after a push. Steps are written down, for whoever has to repeat them.
 */
final class CustomFieldFixture {
  private static final int SHOWN = 400;

  private final int number;
  private final List<App> apps;
  private final Set<String> shops = new LinkedHashSet<>();
  private final List<String> steps = new ArrayList<>();

  /**
   * @param number tells its shops and names from those of others in the same workspace
   */
  CustomFieldFixture(int number, List<App> apps) {
    this.number = number;
    this.apps = List.copyOf(apps);
  }

  /** A failure of {@code play} tells {@code about} and the steps that led there. */
  void play(String about, Consumer<CustomFieldFixture> play) {
    try {
      play.accept(this);
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

  /** A push of one field of this fixture's shop. */
  void push(int app, String name, @Nullable Object value) {
    push(app, Collections.singletonMap(name, value));
  }

  /** A push of fields of this fixture's shop. */
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
   * @param json what is sent
   * @param body what it means
   */
  void identify(int app, String json, Map<String, @Nullable Object> body) {
    note("app " + app + " pushes " + json);
    Answer answer = app(app).api().post("/v1/identify", json);
    App actor = app(app);
    assertEquals(
        actor.workspace().model().identify(actor.slug(), body),
        result(answer),
        "the answer to the push");
    String shop = CustomFieldFaults.shop(String.valueOf(body.get(CustomFieldFaults.DOMAIN)));
    if (answer.status() == 200) {
      shops.add(shop);
    }
    // A shop that a refused push names must not have come into being.
    checkCustomer(CustomFieldFaults.isHost(shop) ? shop : shop());
  }

  void share(int app, String name, String type, String scope) {
    note("the console of app " + app + " shares " + name + ", " + type + ", " + scope);
    app(app).workspace().share(name, type, scope);
    checkCustomers();
  }

  /** {@code owner} is a slug or empty, as in all that follow. */
  void promote(int app, String owner, String name) {
    note("the console of app " + app + " promotes " + name + " of '" + owner + "'");
    app(app).workspace().promote(owner, name);
    checkCustomers();
  }

  void hide(int app, String owner, String name, boolean hidden) {
    note("the console of app " + app + " marks " + name + " of '" + owner + "' private: " + hidden);
    app(app).workspace().hide(owner, name, hidden);
    checkCustomers();
  }

  void retype(int app, String owner, String name, String type, boolean unsetFailures) {
    note(
        "the console of app %d makes %s of '%s' a field of %s, unset: %b"
            .formatted(app, name, owner, type, unsetFailures));
    app(app).workspace().retype(owner, name, type, unsetFailures);
    checkCustomers();
  }

  void delete(int app, String owner, String name) {
    note("the console of app " + app + " deletes " + name + " of '" + owner + "'");
    app(app).workspace().delete(owner, name);
    checkCustomers();
  }

  private void note(String step) {
    steps.add(step.length() <= SHOWN ? step : step.substring(0, SHOWN) + "…");
  }

  private void checkCustomers() {
    shops.forEach(this::checkCustomer);
  }

  private void checkCustomer(String shop) {
    for (App app : apps) {
      Answer answer = app.api().get("/v1/customer?myplatformDomain=" + shop);
      assertEquals(
          app.workspace()
              .model()
              .read(app.slug(), shop)
              .<Object>map(customer -> customer)
              .orElse("404 unknown_customer"),
          answer.status() == 200
              ? customer(answer.json().path("customer"))
              : answer.status() + " " + answer.json().path("code").asText(),
          () -> "what app " + apps.indexOf(app) + " reads of " + shop);
    }
  }

  private static Map<String, Object> result(Answer answer) {
    JsonNode json = answer.json();
    if (answer.status() != 200) {
      List<String> faults = new ArrayList<>();
      json.path("errors")
          .forEach(
              fault ->
                  faults.add(fault.path("pointer").asText() + " " + fault.path("code").asText()));
      // The document's own code is that of its first fault.
      assertEquals(json.at("/errors/0/code").asText(), json.path("code").asText());
      return Map.of("status", answer.status(), "errors", faults.stream().sorted().toList());
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

  /** Those members of a customer that the model knows. */
  private static Map<String, @Nullable Object> customer(JsonNode customer) {
    Map<String, @Nullable Object> known = new LinkedHashMap<>();
    for (String member : List.of("name", "email", CustomFieldFaults.DOMAIN, "customFields")) {
      known.put(member, PlainJson.plain(customer.path(member)));
    }
    return known;
  }
}
