package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Reaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compares the pages of deliveries, replays and explanations with the API, without JavaScript. */
class DeliveryPagesIT {
  private final WebhookPagesFixture pages = new WebhookPagesFixture();
  private final WebhookFixture fixture = pages.fixture;
  private final PageBrowser page = pages.page;

  @AfterEach
  void closeReceiver() {
    pages.close();
  }

  @Test
  void deliveriesAndTheirAttemptsAreThoseOfTheApi() {
    WebhookEndpoint endpoint = fixture.endpointWithoutTest("/a", "");
    page.open(pages.pageOf(endpoint) + "?timezone=America%2FNew_York");
    assertEquals(List.of("Nothing here yet"), pages.regions());
    fixture.receiver().react("/a", Reaction.status(503));
    page.submit("Send test event", Map.of());
    assertEquals(
        "The test event was not delivered. Its delivery, below, says why.", pages.notice());
    JsonNode delivery =
        pages.api("/webhook-endpoints/" + endpoint.id() + "/deliveries").at("/deliveries/0");
    Elements row = pages.cells("Deliveries", 0);
    assertEquals(delivery.path("createdAt").asText(), WebhookPagesFixture.datetime(row.get(0)));
    assertEquals(
        List.of("webhooks/test", "failed", "1", "503", "test"), row.eachText().subList(1, 6));
    assertEquals("1", row.get(3).select("data").attr("value"));
    page.submit("Apply", Map.of("Status", "delivered"));
    assertEquals(List.of("No match"), pages.regions());
    page.follow("Clear filters")
        .open(pages.pageOf(endpoint) + "?topic=" + PageBrowser.encode(WebhookPagesFixture.HOSTILE));
    assertEquals(422, page.status());
    assertEquals("#filter-topic", page.page().select("[role=alert] a").attr("href"));
    page.open(pages.pageOf(endpoint) + "?status=failed").follow("webhooks/test");
    assertEquals("Delivery", page.heading());
    JsonNode attempt = delivery.at("/attempts/0");
    Elements shown = pages.cells("Attempts", 0);
    assertEquals(attempt.path("at").asText(), WebhookPagesFixture.datetime(shown.get(0)));
    assertEquals(
        List.of("test", "503", attempt.path("outcome").asText()), shown.eachText().subList(1, 4));
    String path = "/deliveries/" + delivery.path("id").asText();
    assertEquals(pages.api(path).at("/delivery/body").asText(), pages.code("Body"));
    JsonNode signature =
        fixture.tenants().console().post("/console/api" + path + "/signature", "{}").json();
    assertEquals(
        signature.at("/signature/signedContent/standard").asText(),
        pages.code("Standard Webhooks: HMAC-SHA256 of"));
    fixture.receiver().react("/a", Reaction.status(200));
    page.submit("Replay", Map.of()).submit("Replay", Map.of());
    Poll.until(
        WebhookFixture.TIME,
        () -> "the replay is delivered: " + page.page(),
        () -> page.open(pages.webhooks + path).rows("Attempts").size() == 2);
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
    page.open(pages.pageOf(endpoint)).follow("Replay deliveries");
    page.submit("Count", Map.of("Since", "soon"));
    pages.assertRefused("Since", "soon");
    page.submit("Count", Map.of("Since", "2026-01-01"));
    assertEquals(List.of("No match"), pages.regions());
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
    assertTrue(running.startsWith(pages.pageOf(endpoint) + "/replay?replay="), running);
    Poll.until(
        WebhookFixture.TIME,
        () -> "the replay is done: " + page.page(),
        () -> page.open(running).page().select("progress").attr("value").equals("60"));
    assertEquals("60", page.page().select("progress").attr("max"));
    fixture.awaitNothingDue();
    assertEquals(121, fixture.events("/a").size());
    assertEquals(61, fixture.events("/b").size());
    assertEquals(
        404, page.open(running.replace(pages.pageOf(endpoint), pages.pageOf(other))).status());
    page.open(pages.pageOf(endpoint) + "/replay");
    assertEquals("60", pages.cells("Last replays", 0).get(6).select("data").attr("value"));
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
    page.open(pages.pageOf(endpoint) + "?topic=customers%2Fusage_event");
    all.addAll(page.page().select("#deliveries td:nth-child(2) a").eachAttr("href"));
    assertEquals(50, all.size());
    page.follow("Next page");
    all.addAll(page.page().select("#deliveries td:nth-child(2) a").eachAttr("href"));
    List<String> expected =
        endpoint.deliveries().stream()
            .filter(delivery -> delivery.path("topic").asText().equals("customers/usage_event"))
            .map(delivery -> pages.webhooks + "/deliveries/" + delivery.path("id").asText())
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
    page.open(pages.pageOf(endpoint)).submit("Explain", Map.of("Event id", "e-1"));
    JsonNode explanation =
        pages
            .api("/webhook-endpoints/" + endpoint.id() + "/explain?eventId=e-1")
            .path("explanation");
    assertEquals("Sent yes", page.page().select("main dl").text());
    assertEquals(reasons(explanation), page.rows("Reasons"));
    assertEquals(1, page.rows("Deliveries").size());
    page.follow("customers/usage_event");
    page.follow("Explain the event e-1");
    assertEquals("e-1", page.value("Event id"));
    page.submit("Explain", Map.of("Event id", "", "Event name", WebhookPagesFixture.HOSTILE));
    assertEquals("Would be sent no", page.page().select("main dl").text());
    assertEquals("event_name_filtered", page.rows("Reasons").get(0).get(0));
    page.open(pages.pageOf(endpoint) + "?explain=1&app=nobody");
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
}
