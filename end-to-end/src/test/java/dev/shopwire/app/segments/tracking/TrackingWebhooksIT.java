package dev.shopwire.app.segments.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.compat.SignatureCheck;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the webhooks about tracked segments: their bodies, who gets them, and their order. */
@Tag("everywhere")
class TrackingWebhooksIT {
  private static final String TOPICS =
      "\"topics\":[\"segments/entered\",\"segments/exited\",\"segments/rebuilt\"]";
  private static final String SHOP = "acme.example.com";

  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();
  private final SegmentWorkspace workspace = new SegmentWorkspace(fixture.tenants(), fixture.app());
  private final ShopPushes shop = new ShopPushes(fixture.app(), SHOP);
  private final String app = workspace.slug(fixture.app());

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  /**
   * @param more JSON members, each after a comma
   */
  private WebhookEndpoint endpoint(String path, String more) {
    WebhookEndpoint endpoint = fixture.endpoint(path, "");
    endpoint.change("{" + TOPICS + more + "}");
    return endpoint;
  }

  private List<Received> received(String path, String topic) {
    return fixture.events(path).stream()
        .filter(each -> each.json().path("topic").asText().equals(topic))
        .toList();
  }

  private static ObjectNode withoutTimes(JsonNode body) {
    ObjectNode copy = body.deepCopy();
    copy.remove(List.of("id", "date"));
    if (copy.path("transition") instanceof ObjectNode transition) {
      transition.remove("at");
      ((ObjectNode) transition.path("cause")).remove("at");
    }
    return copy;
  }

  @Test
  void bodiesAndSignaturesAreAsDocumented() {
    shop.identify(
        """
        "name":"Acme","email":"owner@acme.example","customFields":{"seats":7,"secret":"s3cret"}
        """);
    WebhookEndpoint endpoint = endpoint("/all", "");
    TrackedSegment segment = TrackedSegment.build(workspace, "Large", "cf:seats gte 100");
    Instant before = Instant.now();
    shop.fields("{\"seats\":200}");
    segment.awaitTransitions(SHOP, "1 entered identify " + app);
    Instant after = Instant.now();
    shop.fields("{\"seats\":7}");
    List<Received> all = fixture.await("/all", 3);
    for (Received each : all) {
      assertEquals("", SignatureCheck.findError(each, endpoint.secret()).orElse(""));
      assertEquals(each.json().path("topic").asText(), each.header(SignatureCheck.TOPIC));
      assertEquals(workspace.app().workspaceId(), each.header(SignatureCheck.WORKSPACE));
      assertFalse(each.body().toString().contains("s3cret"));
    }
    String common =
        """
        "type":"segment","app":null,
        "segment":{"id":"%s","name":"Large","definitionVersion":1}
        """
            .formatted(segment.id());
    assertEquals(
        SegmentWorkspace.json(
            "{%s,\"topic\":\"segments/rebuilt\",\"rebuild\":{\"members\":0,\"entered\":0,\"exited\":0}}"
                .formatted(common)),
        withoutTimes(received("/all", "segments/rebuilt").get(0).json()));
    JsonNode entered = received("/all", "segments/entered").get(0).json();
    assertEquals(transition(common, "segments/entered", 1), withoutTimes(entered));
    assertEquals(
        transition(common, "segments/exited", 2),
        withoutTimes(received("/all", "segments/exited").get(0).json()));
    Instant causedAt = Instant.parse(entered.at("/transition/cause/at").asText());
    Instant evaluatedAt = Instant.parse(entered.at("/transition/at").asText());
    assertTrue(causedAt.isAfter(before.minusMillis(5)) && !causedAt.isAfter(evaluatedAt));
    assertTrue(evaluatedAt.isBefore(after.plusMillis(5)));
    assertEquals(
        segment.transitions(SHOP).get(0).path("at").asText(),
        entered.at("/transition/at").asText());
  }

  private JsonNode transition(String common, String topic, int version) {
    return SegmentWorkspace.json(
        """
        {%s,"topic":"%s",
         "customer":{"id":"%s","myplatformDomain":"%s","name":"Acme","email":"owner@acme.example"},
         "transition":{"version":%d,"cause":{"type":"identify","app":"%s"}}}
        """
            .formatted(common, topic, workspace.customerId(SHOP), SHOP, version, app));
  }

  @Test
  void anEndpointGetsTheSegmentsOfItsFilterAndNothingIfItIsLimitedToApps() {
    shop.fields("{\"seats\":7}");
    TrackedSegment large = TrackedSegment.build(workspace, "Large", "cf:seats gte 100");
    TrackedSegment larger = TrackedSegment.build(workspace, "Larger", "cf:seats gte 200");
    endpoint("/all", "");
    endpoint("/one", ",\"filter\":{\"segments\":[\"" + larger.id() + "\"]}");
    endpoint("/app", ",\"apps\":[\"" + app + "\"]");
    shop.fields("{\"seats\":300}");
    large.awaitTransitions(SHOP, "1 entered identify " + app);
    larger.awaitTransitions(SHOP, "1 entered identify " + app);
    larger.edit("cf:seats gte 250", false);
    larger.awaitCurrent();
    shop.fields("{\"seats\":7}");
    fixture.await("/all", 5);
    fixture.await("/one", 3);
    fixture.awaitNothingDue();
    assertEquals(5, fixture.events("/all").size());
    assertEquals(
        Set.of(larger.id()),
        fixture.events("/one").stream()
            .map(each -> each.json().at("/segment/id").asText())
            .collect(Collectors.toSet()));
    assertEquals(3, fixture.events("/one").size());
    assertEquals(List.of(), fixture.events("/app"));
  }

  @Test
  void anOrderedEndpointGetsACustomersTransitionsByVersion() {
    shop.fields("{\"seats\":7}");
    TrackedSegment large = TrackedSegment.build(workspace, "Large", "cf:seats gte 100");
    endpoint("/ordered", ",\"ordered\":true");
    endpoint("/unordered", "");
    int count = 7;
    for (int version = 1; version <= count; version++) {
      shop.fields("{\"seats\":" + (version % 2 == 1 ? 200 : 7) + "}");
      fixture.await("/unordered", version);
      assertEquals(version, large.transitions(SHOP).size());
    }
    fixture.await("/ordered", count);
    fixture.awaitNothingDue();
    assertEquals(
        LongStream.rangeClosed(1, count).boxed().toList(),
        fixture.events("/ordered").stream()
            .map(each -> each.json().at("/transition/version").asLong())
            .toList());
  }

  /** How soon after a push its webhook arrives, at rest. */
  @Test
  void aWebhookArrivesSoonAfterItsCause() {
    shop.fields("{\"seats\":7}");
    TrackedSegment.build(workspace, "Large", "cf:seats gte 100");
    endpoint("/all", "");
    Latencies latencies = new Latencies();
    for (int push = 1; push <= 8; push++) {
      long start = System.nanoTime();
      shop.fields("{\"seats\":" + (push % 2 == 1 ? 200 : 7) + "}");
      fixture.await("/all", push);
      latencies.add(start, "push " + push);
    }
    System.out.println("Causes until webhooks at rest: " + latencies);
    assertTrue(latencies.worstMillis() < TrackedSegment.TIME.toMillis());
  }
}
