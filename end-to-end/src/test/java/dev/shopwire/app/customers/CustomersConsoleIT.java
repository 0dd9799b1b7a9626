package dev.shopwire.app.customers;

import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the console's customers: the list with its search, and a customer in full. */
@Tag("everywhere")
@Tag("cluster")
class CustomersConsoleIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final SchemaCheckedHttp CONSOLE = TENANTS.console();
  private static final String API = "/console/api";

  private final Tenants.App app = TENANTS.app();
  private final String list = API + "/workspaces/" + app.workspaceId() + "/customers";

  private static String identify(Tenants.App app, String shop, String jsonFields) {
    Response response =
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"" + shop + ".example.com\"" + jsonFields + "}");
    assertEquals(200, response.status(), response::body);
    return response.json().at("/customer/id").asText();
  }

  private static List<String> shops(Response page) {
    assertEquals(200, page.status(), page::body);
    return StreamSupport.stream(page.json().path("customers").spliterator(), false)
        .map(customer -> customer.path("myplatformDomain").asText().replace(".example.com", ""))
        .toList();
  }

  private String search(String text) {
    String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
    return String.join(" ", shops(CONSOLE.get(list + "?search=" + encoded)));
  }

  @Test
  void customersAreFoundByDomainNameAndEmailInAnyCase() {
    identify(app, "alpha", ",\"name\":\"Zwölf Äpfel\",\"email\":\"Info@First.example\"");
    identify(app, "beta", ",\"name\":\"alphabet soup\"");
    identify(app, "gamma", "");
    identify(TENANTS.app(), "alpha", "");
    assertEquals("alpha beta gamma", search(""));
    assertEquals("alpha beta", search("ALPHA"));
    assertEquals("alpha", search("zwölf"));
    assertEquals("alpha", search("info@first"));
    assertEquals("beta", search(" Soup "));
    assertEquals("", search("delta"));
  }

  @Test
  void searchTextIsMatchedLiterally() {
    identify(app, "percent", ",\"name\":\"100% wool\"");
    identify(app, "underscore", ",\"name\":\"snake_case\"");
    identify(app, "backslash", ",\"name\":\"back\\\\slash\"");
    identify(app, "plain", ",\"name\":\"100 wool snakescase\"");
    assertEquals("percent", search("%"));
    assertEquals("underscore", search("_"));
    assertEquals("backslash", search("\\"));
    assertEquals("percent", search("0% w"));
    assertEquals("", search("%%"));
    assertEquals("", search("' or true --"));
  }

  @Test
  void theListIsPagedByCursorAlsoWithASearch() {
    for (int i = 0; i < 7; i++) {
      identify(app, "shop" + i, i == 3 ? "" : ",\"name\":\"kept\"");
    }
    assertEquals(
        "shop0 shop1 shop2 shop3 shop4 shop5 shop6", String.join(" ", readPages("?take=3")));
    assertEquals(
        "shop0 shop1 shop2 shop4 shop5 shop6", String.join(" ", readPages("?take=3&search=KEPT")));
    Response last = CONSOLE.get(list + "?take=7");
    assertEquals(false, last.json().path("hasNextPage").booleanValue());
    assertTrue(last.json().path("cursor").isNull());
    for (String bad : List.of("take=0", "take=1001", "take=x", "cursor=x", "cursor=-1")) {
      assertEquals(422, CONSOLE.get(list + "?" + bad).status(), bad);
    }
  }

  private List<String> readPages(String query) {
    List<String> seen = new ArrayList<>();
    String cursor = "";
    boolean hasNextPage = true;
    while (hasNextPage) {
      Response page = CONSOLE.get(list + query + cursor);
      seen.addAll(shops(page));
      hasNextPage = page.json().path("hasNextPage").booleanValue();
      cursor = "&cursor=" + page.json().path("cursor").asText();
    }
    return seen;
  }

  @Test
  void aCustomerIsShownWithAllAppsFieldsAndThePrivateOnes() {
    Tenants.App other = TENANTS.app(app.workspaceId());
    String id = identify(app, "acme", ",\"name\":\"Acme\",\"customFields\":{\"plan\":\"pro\"}");
    identify(other, "acme", ",\"customFields\":{\"plan\":12.50,\"flag\":true,\"j\":{\"a\":[1]}}");
    app.api()
        .post("/v1/staff", "{\"myplatformDomain\":\"acme.example.com\",\"staff\":[{\"id\":1}]}");
    JsonNode plan = field(id, "plan", app);
    Response hidden =
        CONSOLE.patch(API + "/custom-fields/" + plan.path("id").asText(), "{\"private\":true}");
    assertEquals(200, hidden.status(), hidden::body);

    JsonNode customer = CONSOLE.get(API + "/customers/" + id).json().path("customer");
    assertEquals("Acme", customer.path("name").textValue());
    assertEquals("1", customer.at("/contacts/0/id").textValue());
    assertEquals("[]", customer.path("attributions").toString());
    assertEquals(
        "flag=true plan=\"pro\" plan=12.50 j={\"a\":[1]}", fields(customer, "flag", "plan", "j"));
    assertTrue(field(id, "plan", app).path("private").booleanValue());
    assertEquals(false, field(id, "plan", other).path("private").booleanValue());
  }

  /** The values of these fields, in this order of names. */
  private static String fields(JsonNode customer, String... names) {
    return List.of(names).stream()
        .flatMap(
            name ->
                StreamSupport.stream(customer.path("customFields").spliterator(), false)
                    .filter(field -> field.path("name").asText().equals(name)))
        .map(field -> field.path("name").asText() + "=" + field.path("value"))
        .collect(Collectors.joining(" "));
  }

  private static JsonNode field(String customer, String name, Tenants.App app) {
    JsonNode fields =
        CONSOLE.get(API + "/customers/" + customer).json().at("/customer/customFields");
    return StreamSupport.stream(fields.spliterator(), false)
        .filter(
            field ->
                field.path("name").asText().equals(name)
                    && field.at("/app/id").asText().equals(app.appId()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theListOfAnUnknownWorkspaceIsNotFoundAndOneWithoutCustomersIsEmpty() {
    assertFails(CONSOLE.get(API + "/workspaces/99999999/customers"), 404, "unknown_workspace");
    assertEquals(List.of(), shops(CONSOLE.get(list)));
  }

  @Test
  void aSearchForInvalidTextIsRefused() {
    assertFails(CONSOLE.get(list + "?search=a%00b"), 422, "invalid_text");
  }
}
