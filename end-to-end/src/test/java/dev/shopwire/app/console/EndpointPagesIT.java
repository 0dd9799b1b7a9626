package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Received;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compares the pages of webhook endpoints with the API, without JavaScript. */
class EndpointPagesIT {
  private static final int PAGE_BYTES = 30 * 1_024;

  private final WebhookPagesFixture pages = new WebhookPagesFixture();
  private final WebhookFixture fixture = pages.fixture;
  private final PageBrowser page = pages.page;

  @AfterEach
  void closeReceiver() {
    pages.close();
  }

  @Test
  void anEndpointIsCreatedAndItsSecretIsShownOnce() {
    page.open(pages.webhooks);
    assertEquals(List.of("Nothing here yet"), pages.regions());
    String command = page.page().select("figure pre").eachText().toString();
    assertTrue(command.contains(fixture.app().workspaceId() + "/webhook-endpoints"), command);
    page.follow("New endpoint");
    String slug = page.page().select("input[name=apps]").val();
    page.submit("Create endpoint", Map.of("URL", "nonsense", "Event names", "a\nb"));
    pages.assertRefused("URL", "nonsense");
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
        pages
            .api("/workspaces/" + fixture.app().workspaceId() + "/webhook-endpoints")
            .at("/webhookEndpoints/0");
    assertEquals("{\"eventNames\":[\"a\",\"b\"]}", endpoint.path("filter").toString());
    assertEquals(slug, endpoint.at("/apps/0").asText());
    page.open(pages.webhooks);
    Elements row = pages.cells("Endpoints", 0);
    assertEquals(
        List.of(url, "enabled", "customers/usage_event, contacts/created", slug),
        row.eachText().subList(0, 4));
    assertEquals(endpoint.path("createdAt").asText(), WebhookPagesFixture.datetime(row.get(6)));
  }

  @Test
  void settingsSecretsAndStateChangeInSecondSteps() {
    WebhookEndpoint endpoint = fixture.endpointWithoutTest("/a", "");
    page.open(pages.pageOf(endpoint)).submit("Edit", Map.of());
    assertEquals(fixture.receiver().url("/a"), page.value("URL"));
    page.submit("Save", Map.of("customers/usage_event", "false"));
    assertEquals(422, page.status());
    page.submit("Save", Map.of("contacts/deleted", "true", "Ordered", "true"));
    assertEquals("The endpoint was changed.", pages.notice());
    assertEquals("[\"contacts/deleted\"]", endpoint.fetch().path("topics").toString());
    page.submit("Rotate secret", Map.of());
    assertTrue(page.page().select("main h2").text().contains(fixture.receiver().url("/a")));
    page.submit("Rotate secret", Map.of("Overlap in hours", "400"));
    pages.assertRefused("Overlap in hours", "400");
    page.submit("Rotate secret", Map.of("Overlap in hours", "2"));
    assertTrue(page.value("Signing secret").startsWith("whsec_"));
    assertEquals(2, page.open(pages.pageOf(endpoint)).rows("Valid signing secrets").size());
    assertFalse(page.hasButton("Enable"));
    page.submit("Disable", Map.of()).follow("Cancel");
    assertEquals("enabled", endpoint.status());
    page.submit("Disable", Map.of()).submit("Disable", Map.of());
    assertEquals("disabled", endpoint.status());
    page.submit("Enable", Map.of()).submit("Enable", Map.of("Pending deliveries", "skip"));
    assertEquals("enabled", endpoint.status());
    page.submit("Delete", Map.of()).submit("Delete", Map.of());
    assertEquals("The endpoint was deleted.", pages.notice());
    assertEquals(404, page.open(pages.pageOf(endpoint)).status());
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
    PageBrowser analyst = pages.signedIn("analyst").open(pages.webhooks + "/verify");
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
    String log = RunningService.shared().process().output();
    assertFalse(log.contains(marker), "the body in the log");
    assertFalse(log.contains(endpoint.secret().substring(6, 40)), "the secret in the log");
  }

  @Test
  void anAnalystReadsAndChangesNothing() {
    WebhookEndpoint endpoint = fixture.endpointWithoutTest("/a", "");
    endpoint.test();
    PageBrowser analyst = pages.signedIn("analyst").open(pages.pageOf(endpoint));
    assertEquals(1, analyst.rows("Deliveries").size());
    for (String button : List.of("Edit", "Rotate secret", "Disable", "Delete", "Send test event")) {
      assertFalse(analyst.hasButton(button), button);
    }
    assertTrue(analyst.hasButton("Explain"));
    for (String path :
        List.of("/new", "/" + endpoint.id() + "/replay", "/" + endpoint.id() + "?step=delete")) {
      assertEquals(403, analyst.open(pages.webhooks + path).status(), path);
    }
    String csrf = PageBrowser.encode(analyst.open(pages.webhooks + "/verify").csrf());
    for (String form : List.of("test", "delete", "rotate", "disable", "edit")) {
      String body = "form=" + form + "&csrf=" + csrf;
      assertEquals(
          403, analyst.send("POST", pages.pageOf(endpoint), Map.of(), body).status(), form);
    }
    analyst.open(pages.pageOf(endpoint)).follow("webhooks/test");
    assertFalse(analyst.hasButton("Replay"));
    assertFalse(analyst.page().select("main h2").eachText().contains("Signed strings"));
  }

  @Test
  void longAndHostileTextIsShownAndPagesStaySmall() {
    WebhookEndpoint endpoint = fixture.endpointWithoutTest("/a?" + "q".repeat(1_900), "");
    String properties =
        "{\"a\":\"%s\",\"b\":\"%s\"}"
            .formatted(
                WebhookPagesFixture.HOSTILE.replace("\"", "\\\""), "long text ".repeat(3_000));
    fixture.post(
        List.of(
            "{\"eventName\":\"%s\",\"customerId\":\"a.example.com\",\"eventId\":\"e\",\"properties\":%s}"
                .formatted("n".repeat(100), properties)));
    JsonNode delivery = endpoint.awaitDelivery("delivered");
    String path = "/deliveries/" + delivery.path("id").asText();
    page.open(pages.webhooks + path);
    assertEquals(pages.api(path).at("/delivery/body").asText(), pages.code("Body"));
    for (String each : List.of(pages.webhooks, pages.pageOf(endpoint), pages.webhooks + path)) {
      page.open(each);
      assertTrue(page.page().select("main script, main img").isEmpty(), each);
      Response small = page.send("GET", each, Map.of("Accept-Encoding", "gzip"), "");
      long bytes = Long.parseLong(small.header("Content-Length"));
      assertTrue(bytes < PAGE_BYTES, each + ": " + bytes);
    }
  }
}
