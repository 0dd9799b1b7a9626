package dev.shopwire.app.console.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.BrowserPage;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** How an owner adds a webhook endpoint, and sends it what it missed. */
record EndpointWalk(CheckedPages pages, OwnerWalk owner, Receiver receiver) {
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final String PATH = "/hook";
  private static final String HEADING = "Webhook endpoint";
  private static final int MISSED = 3;

  private BrowserPage page() {
    return pages.page();
  }

  /** Creates the endpoint, tests it, and rotates its secret, which is shown once. */
  void create() {
    pages.open(owner.url("/webhooks/new"), "New endpoint");
    pages.submit("Create endpoint", Map.of("URL", receiver.url(PATH)), "New endpoint");
    assertTrue(page().text("[role=alert]").contains("problem"), page().text("main"));
    assertEquals(receiver.url(PATH), page().value("[name=url]"));
    pages.check();
    pages.submit("Create endpoint", Map.of("customers/usage_event", "true"), "New endpoint");
    String secret = page().value("#signing-secret");
    assertTrue(secret.startsWith("whsec_"), secret);
    pages.check();
    pages.follow("To the endpoint", HEADING);
    assertFalse(page().text("main").contains(secret));
    pages.submit("Send test event", Map.of(), HEADING);
    receiver.await(PATH, 1, TIME);
    pages.submit("Rotate secret", Map.of(), HEADING);
    pages.check();
    pages.submit("Rotate secret", Map.of(), HEADING);
    assertNotEquals(secret, page().value("#signing-secret"));
    pages.follow("To the endpoint", HEADING);
  }

  /** Events that happened while it was disabled are skipped, then replayed by a filter. */
  void replay(Tenants.App app) {
    Instant since = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    pages.submit("Disable", Map.of(), HEADING);
    pages.submit("Disable", Map.of(), HEADING);
    owner.awaitDisabledKnown();
    for (int i = 0; i < MISSED; i++) {
      OwnerWalk.post(
          app,
          "/v1/usage_events",
          "{\"eventName\":\"missed\",\"customerId\":\"%s\",\"eventId\":\"m-%d\"}"
              .formatted(NightEvents.SHOP, i));
    }
    awaitDeliveries("pending");
    pages.submit("Enable", Map.of(), HEADING);
    pages.submit("Enable", Map.of("Pending deliveries", "skip"), HEADING);
    awaitDeliveries("failed");
    pages.follow("Replay deliveries", "Replay");
    page().fill("Count", Map.of("Since", since.toString(), "Event names", "missed"));
    page().changing(() -> page().press("Count"));
    pages.check();
    int before = receiver.received(PATH).size();
    pages.submit("Replay " + MISSED + " deliveries", Map.of(), "Replay");
    receiver.await(PATH, before + MISSED, TIME);
    awaitProgress();
    assertEquals(before + MISSED, receiver.received(PATH).size());
    pages.check();
  }

  private void awaitDeliveries(String status) {
    String endpoint = owner.sample("").id("webhook-endpoints").orElseThrow();
    String path = "/webhook-endpoints/" + endpoint + "/deliveries?status=" + status;
    Poll.until(
        TIME,
        () -> MISSED + " deliveries " + status + ": " + owner.api(path),
        () -> owner.api(path).path("deliveries").size() == MISSED);
  }

  /** Its address stays good. */
  private void awaitProgress() {
    String address = pages.tab().evaluate("location.href").asText();
    Poll.until(
        TIME,
        () -> "the progress of the replay: " + page().text("main"),
        () -> {
          page().open(address);
          return pages
              .tab()
              .evaluate("document.querySelector('main progress')?.value === " + MISSED)
              .asBoolean();
        });
  }
}
