package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Reaction;
import dev.shopwire.testing.Received;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compares the pages about webhooks with the API, without JavaScript. */
class WebhookPagesIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());
  private static final String HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";
  private static final int PAGE_BYTES = 30 * 1_024;

  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();
  private final String webhooks = "/console/w/" + fixture.app().workspaceId() + "/webhooks";
  private final PageBrowser page = signedIn("admin");

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  private PageBrowser signedIn(String role) {
    return new PageBrowser(SERVICE.consoleUrl())
        .signedIn(USERS.add(fixture.app().workspaceId(), role));
  }

  private String pageOf(WebhookEndpoint endpoint) {
    return webhooks + "/" + endpoint.id();
  }

  private JsonNode api(String path) {
    Response response = fixture.tenants().console().get("/console/api" + path);
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private Elements cells(String caption, int row) {
    return page.page().select("table").stream()
        .filter(table -> table.select("caption").text().equals(caption))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + caption + " on " + page.page()))
        .select("tbody tr")
        .get(row)
        .select("td");
  }

  private static String datetime(Element cell) {
    return cell.select("time").attr("datetime");
  }

  private String notice() {
    return page.page().select("main .notice").text();
  }

  private List<String> regions() {
    return page.page().select("main section.region h2").eachText();
  }

  private void assertRefused(String field, String value) {
    assertEquals(422, page.status());
    assertTrue(page.alert().contains("problem"), page.alert());
    assertEquals(value, page.value(field));
  }

  @Test
  void anEndpointIsCreatedAndItsSecretIsShownOnce() {
    page.open(webhooks);
    assertEquals(List.of("Nothing here yet"), regions());
    String command = page.page().select("figure pre").eachText().toString();
    assertTrue(command.contains(fixture.app().workspaceId() + "/webhook-endpoints"), command);
    page.follow("New endpoint");
    String slug = page.page().select("input[name=apps]").val();
    page.submit("Create endpoint", Map.of("URL", "nonsense", "Event names", "a\nb"));
    assertRefused("URL", "nonsense");
    assertEquals("a\nb", page.value("Event names").replace("\r", ""));
    assertTrue(page.alert().contains("Topics"), page.alert());
    String url = fixture.receiver().url("/created");
    page.submit(
        "Create endpoint",
        Map.of(
            "URL", url, "customers/usage_event", "true", "contacts/created", "true", slug, "true"));
    String secret = page.value("Signing secret");
    assertTrue(secret.matches("whsec_[A-Za-z0-9+/]{43}="), secret);
    assertEquals("no-store", page.response().header("Cache-Control"));
    page.follow("To the endpoint");
    assertEquals("Webhook endpoint", page.heading());
    assertFalse(page.response().body().contains(secret));
    JsonNode endpoint =
        api("/workspaces/" + fixture.app().workspaceId() + "/webhook-endpoints")
            .at("/webhookEndpoints/0");
    assertEquals("{\"eventNames\":[\"a\",\"b\"]}", endpoint.path("filter").toString());
    assertEquals(slug, endpoint.at("/apps/0").asText());
    page.open(webhooks);
    Elements row = cells("Endpoints", 0);
    assertEquals(
        List.of(url, "enabled", "customers/usage_event, contacts/created", slug),
        row.eachText().subList(0, 4));
    assertEquals(endpoint.path("createdAt").asText(), datetime(row.get(6)));
  }

  @Test
  void settingsSecretsAndStateChangeInSecondSteps() {
    WebhookEndpoint endpoint = fixture.endpointWithoutTest("/a", "");
    page.open(pageOf(endpoint)).submit("Edit", Map.of());
    assertEquals(fixture.receiver().url("/a"), page.value("URL"));
    page.submit("Save", Map.of("customers/usage_event", "false"));
    assertEquals(422, page.status());
    page.submit("Save", Map.of("contacts/deleted", "true", "Ordered", "true"));
    assertEquals("The endpoint was changed.", notice());
    assertEquals("[\"contacts/deleted\"]", endpoint.fetch().path("topics").toString());
    page.submit("Rotate secret", Map.of());
    assertTrue(page.page().select("main h2").text().contains(fixture.receiver().url("/a")));
    page.submit("Rotate secret", Map.of("Overlap in hours", "400"));
    assertRefused("Overlap in hours", "400");
    page.submit("Rotate secret", Map.of("Overlap in hours", "2"));
    assertTrue(page.value("Signing secret").startsWith("whsec_"));
    assertEquals(2, page.open(pageOf(endpoint)).rows("Valid signing secrets").size());
    assertFalse(page.hasButton("Enable"));
    page.submit("Disable", Map.of()).follow("Cancel");
    assertEquals("enabled", endpoint.status());
    page.submit("Disable", Map.of()).submit("Disable", Map.of());
    assertEquals("disabled", endpoint.status());
    page.submit("Enable", Map.of()).submit("Enable", Map.of("Pending deliveries", "skip"));
    assertEquals("enabled", endpoint.status());
    page.submit("Delete", Map.of()).submit("Delete", Map.of());
    assertEquals("The endpoint was deleted.", notice());
    assertEquals(404, page.open(pageOf(endpoint)).status());
  }

  @Test
  void deliveriesAndTheirAttemptsAreThoseOfTheApi() {
    WebhookEndpoint endpoint = fixture.endpointWithoutTest("/a", "");
    page.open(pageOf(endpoint) + "?timezone=America%2FNew_York");
    assertEquals(List.of("Nothing here yet"), regions());
    fixture.receiver().react("/a", Reaction.status(503));
    page.submit("Send test event", Map.of());
    assertEquals("The test event was not delivered. Its delivery, below, says why.", notice());
    JsonNode delivery =
        api("/webhook-endpoints/" + endpoint.id() + "/deliveries").at("/deliveries/0");
    Elements row = cells("Deliveries", 0);
    assertEquals(delivery.path("createdAt").asText(), datetime(row.get(0)));
    assertEquals(
        List.of("webhooks/test", "failed", "1", "503", "test"), row.eachText().subList(1, 6));
    assertEquals("1", row.get(3).select("data").attr("value"));
    page.submit("Apply", Map.of("Status", "delivered"));
    assertEquals(List.of("No match"), regions());
    page.follow("Clear filters").open(pageOf(endpoint) + "?topic=" + PageBrowser.encode(HOSTILE));
    assertEquals(422, page.status());
    assertEquals("#filter-topic", page.page().select("[role=alert] a").attr("href"));
    page.open(pageOf(endpoint) + "?status=failed").follow("webhooks/test");
    assertEquals("Delivery", page.heading());
    JsonNode attempt = delivery.at("/attempts/0");
    Elements shown = cells("Attempts", 0);
    assertEquals(attempt.path("at").asText(), datetime(shown.get(0)));
    assertEquals(
        List.of("test", "503", attempt.path("outcome").asText()), shown.eachText().subList(1, 4));
    String path = "/deliveries/" + delivery.path("id").asText();
    assertEquals(api(path).at("/delivery/body").asText(), code("Body"));
    JsonNode signature =
        fixture.tenants().console().post("/console/api" + path + "/signature", "{}").json();
    assertEquals(
        signature.at("/signature/signedContent/standard").asText(),
        code("Standard Webhooks: HMAC-SHA256 of"));
    fixture.receiver().react("/a", Reaction.status(200));
    page.submit("Replay", Map.of()).submit("Replay", Map.of());
    Poll.until(
        WebhookFixture.TIME,
        () -> "the replay is delivered: " + page.page(),
        () -> page.open(webhooks + path).rows("Attempts").size() == 2);
  }

  private String code(String caption) {
    return page.page().select("figure").stream()
        .filter(figure -> figure.select("figcaption").text().equals(caption))
        .map(figure -> figure.expectFirst("code").wholeText())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + caption + " on " + page.page()));
  }

  @Test
  void exactlyTheCountedDeliveriesAreReplayed() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    WebhookEndpoint other = fixture.endpoint("/b", "");
    fixture.post(1, 60);
    fixture.await("/a", 60);
    fixture.await("/b", 60);
    fixture.awaitNothingDue();
    walkThroughAllDeliveries(endpoint);
    page.open(pageOf(endpoint)).follow("Replay deliveries");
    page.submit("Count", Map.of("Since", "soon"));
    assertRefused("Since", "soon");
    page.submit("Count", Map.of("Since", "2026-01-01"));
    assertEquals(List.of("No match"), regions());
    Map<String, String> delivered =
        Map.of(
            "failed", "false", "parked", "false", "delivered", "true", "Event names", "exported");
    page.submit("Count", delivered);
    assertTrue(page.hasButton("Replay 60 deliveries"), () -> page.page().select("main").text());
    String counted = page.path();
    fixture.post(61, 1);
    fixture.await("/a", 61);
    page.submit("Replay 60 deliveries", Map.of());
    String running = page.path();
    assertTrue(running.startsWith(pageOf(endpoint) + "/replay?replay="), running);
    Poll.until(
        WebhookFixture.TIME,
        () -> "the replay is done: " + page.page(),
        () -> page.open(running).page().select("progress").attr("value").equals("60"));
    assertEquals("60", page.page().select("progress").attr("max"));
    fixture.awaitNothingDue();
    assertEquals(121, fixture.events("/a").size());
    assertEquals(61, fixture.events("/b").size());
    assertEquals(404, page.open(running.replace(pageOf(endpoint), pageOf(other))).status());
    page.open(pageOf(endpoint) + "/replay");
    assertEquals("60", cells("Last replays", 0).get(6).select("data").attr("value"));
    refusesAnotherNumber(counted);
  }

  /** What is no longer what was counted is not sent. */
  private void refusesAnotherNumber(String counted) {
    page.open(counted);
    Element form = page.page().expectFirst("form.danger");
    form.expectFirst("input[name=count]").val("7");
    page.submit(form.expectFirst("button").text(), Map.of());
    assertEquals(422, page.status());
    assertTrue(page.alert().contains("Nothing was sent"), page.alert());
  }

  private void walkThroughAllDeliveries(WebhookEndpoint endpoint) {
    List<String> all = new ArrayList<>();
    page.open(pageOf(endpoint) + "?topic=customers%2Fusage_event");
    all.addAll(page.page().select("#deliveries td:nth-child(2) a").eachAttr("href"));
    assertEquals(50, all.size());
    page.follow("Next page");
    all.addAll(page.page().select("#deliveries td:nth-child(2) a").eachAttr("href"));
    List<String> expected =
        endpoint.deliveries().stream()
            .filter(delivery -> delivery.path("topic").asText().equals("customers/usage_event"))
            .map(delivery -> webhooks + "/deliveries/" + delivery.path("id").asText())
            .toList();
    assertEquals(expected, all);
  }

  @Test
  void thePageSaysWhySomethingWasSentOrNot() {
    WebhookEndpoint endpoint =
        fixture.endpointWithoutTest("/a", ",\"filter\":{\"eventNames\":[\"exported\"]}");
    fixture.post(1, 1);
    fixture.await("/a", 1);
    fixture.awaitNothingDue();
    page.open(pageOf(endpoint)).submit("Explain", Map.of("Event id", "e-1"));
    JsonNode explanation =
        api("/webhook-endpoints/" + endpoint.id() + "/explain?eventId=e-1").path("explanation");
    assertEquals("Sent yes", page.page().select("main dl").text());
    assertEquals(reasons(explanation), page.rows("Reasons"));
    assertEquals(1, page.rows("Deliveries").size());
    page.follow("customers/usage_event");
    page.follow("Explain the event e-1");
    assertEquals("e-1", page.value("Event id"));
    page.submit("Explain", Map.of("Event id", "", "Event name", HOSTILE));
    assertEquals("Would be sent no", page.page().select("main dl").text());
    assertEquals("event_name_filtered", page.rows("Reasons").get(0).get(0));
    page.open(pageOf(endpoint) + "?explain=1&app=nobody");
    assertEquals(422, page.status());
    assertEquals("#explain-app", page.page().select("[role=alert] a").attr("href"));
  }

  private static List<List<String>> reasons(JsonNode explanation) {
    return explanation
        .path("reasons")
        .valueStream()
        .map(reason -> List.of(reason.path("code").asText(), reason.path("message").asText()))
        .toList();
  }

  @Test
  void aSignatureIsVerifiedAndNothingOfItKept() {
    WebhookEndpoint endpoint = fixture.endpointWithoutTest("/a", "");
    String marker = UUID.randomUUID().toString();
    fixture.post(
        List.of(
            "{\"eventName\":\"opened\",\"customerId\":\"a.example.com\",\"eventId\":\"%s\"}"
                .formatted(marker)));
    Received received = fixture.await("/a", 1).get(0);
    PageBrowser analyst = signedIn("analyst").open(webhooks + "/verify");
    analyst.submit("Verify", Map.of("Body", "x"));
    assertEquals(422, analyst.status());
    assertEquals("x", analyst.value("Body"));
    Map<String, String> entered =
        Map.of(
            "Body",
            received.body().toString(),
            "Headers",
            received.headers().entrySet().stream()
                .map(header -> header.getKey() + ": " + header.getValue())
                .collect(Collectors.joining("\n")),
            "Secret",
            endpoint.secret());
    analyst.submit("Verify", entered);
    assertEquals("The signature is valid.", analyst.page().select("main .notice").text());
    assertEquals(
        List.of("valid", "valid"),
        analyst.rows("Signatures").stream().map(row -> row.get(1)).toList());
    assertFalse(analyst.response().body().contains(endpoint.secret()));
    analyst.submit("Verify", Map.of("Body", received.body() + " ", "Secret", endpoint.secret()));
    assertEquals(200, analyst.status());
    assertTrue(analyst.page().select("main").text().contains("The signature is not valid"));
    String log = SERVICE.process().output();
    assertFalse(log.contains(marker), "the body in the log");
    assertFalse(log.contains(endpoint.secret().substring(6, 40)), "the secret in the log");
  }

  @Test
  void anAnalystReadsAndChangesNothing() {
    WebhookEndpoint endpoint = fixture.endpointWithoutTest("/a", "");
    endpoint.test();
    PageBrowser analyst = signedIn("analyst").open(pageOf(endpoint));
    assertEquals(1, analyst.rows("Deliveries").size());
    for (String button : List.of("Edit", "Rotate secret", "Disable", "Delete", "Send test event")) {
      assertFalse(analyst.hasButton(button), button);
    }
    assertTrue(analyst.hasButton("Explain"));
    for (String path :
        List.of("/new", "/" + endpoint.id() + "/replay", "/" + endpoint.id() + "?step=delete")) {
      assertEquals(403, analyst.open(webhooks + path).status(), path);
    }
    String csrf = PageBrowser.encode(analyst.open(webhooks + "/verify").csrf());
    for (String form : List.of("test", "delete", "rotate", "disable", "edit")) {
      String body = "form=" + form + "&csrf=" + csrf;
      assertEquals(403, analyst.send("POST", pageOf(endpoint), Map.of(), body).status(), form);
    }
    analyst.open(pageOf(endpoint)).follow("webhooks/test");
    assertFalse(analyst.hasButton("Replay"));
    assertFalse(analyst.page().select("main h2").eachText().contains("Signed strings"));
  }

  @Test
  void longAndHostileTextIsShownAndPagesStaySmall() {
    WebhookEndpoint endpoint = fixture.endpointWithoutTest("/a?" + "q".repeat(1_900), "");
    String properties =
        "{\"a\":\"%s\",\"b\":\"%s\"}"
            .formatted(HOSTILE.replace("\"", "\\\""), "long text ".repeat(3_000));
    fixture.post(
        List.of(
            "{\"eventName\":\"%s\",\"customerId\":\"a.example.com\",\"eventId\":\"e\",\"properties\":%s}"
                .formatted("n".repeat(100), properties)));
    JsonNode delivery = endpoint.awaitDelivery("delivered");
    String path = "/deliveries/" + delivery.path("id").asText();
    page.open(webhooks + path);
    assertEquals(api(path).at("/delivery/body").asText(), code("Body"));
    for (String each : List.of(webhooks, pageOf(endpoint), webhooks + path)) {
      page.open(each);
      assertTrue(page.page().select("main script, main img").isEmpty(), each);
      Response small = page.send("GET", each, Map.of("Accept-Encoding", "gzip"), "");
      long bytes = Long.parseLong(small.header("Content-Length"));
      assertTrue(bytes < PAGE_BYTES, each + ": " + bytes);
    }
  }

  @Test
  void withoutTheRoleTheRestOfThePagesWorks() {
    try (OwnService service =
        new OwnService(
            Map.of("SHOPWIRE_VERTICLES", "ingest,analytics,enrichment,attribution,console"))) {
      ConsoleUsers.User owner = new ConsoleUsers(service.sql()).add("1", "owner");
      String id =
          service
              .sql()
              .text(
                  """
                  insert into webhook_endpoints (workspace_id, url, topics)
                  values (1, 'https://receiver.invalid/', '{contacts/created}') returning id
                  """);
      PageBrowser browser = new PageBrowser(service.process().consoleUrl()).signedIn(owner);
      for (String path : List.of("", "/" + id, "/" + id + "?explain=1")) {
        browser.open("/console/w/1/webhooks" + path);
        assertEquals(200, browser.status(), path);
        String region = browser.page().select("main section.region").text();
        assertTrue(region.contains("The role webhook is not available now"), region);
      }
      browser.open("/console/w/1/webhooks/new");
      browser.submit(
          "Create endpoint", Map.of("URL", "https://a.example", "contacts/created", "true"));
      assertEquals(503, browser.status());
      assertEquals(200, browser.open("/console/w/1/webhooks/verify").status());
    }
  }
}
