package dev.shopwire.app.mail.campaigns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/** A new workspace, and short forms of the calls about its campaigns. */
final class CampaignWorkspace {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String CUSTOMERS =
      """
      with made as (
        insert into customers (workspace_id, domain)
        select %1$s, 'bulk-' || i || '.example.com' from generate_series(1, %2$d) i
        returning workspace_id, id, domain
      )
      insert into customer_profiles (workspace_id, customer_id, name, email)
      select workspace_id, id, 'Bulk', 'me@' || domain from made;
      analyze customers, customer_profiles
      """;

  final SegmentWorkspace segments;

  CampaignWorkspace(Tenants tenants) {
    this(new SegmentWorkspace(tenants));
  }

  private CampaignWorkspace(SegmentWorkspace segments) {
    this.segments = segments;
  }

  /** The same workspace through another process. */
  CampaignWorkspace through(Tenants other) {
    return new CampaignWorkspace(segments.through(other));
  }

  String id() {
    return segments.app().workspaceId();
  }

  String list(String name) {
    return "/workspaces/" + id() + "/" + name;
  }

  static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  /** A shop with an address; none if it is empty. */
  void shop(String name, String email, String plan) {
    String body =
        "{\"myplatformDomain\":\"%s.example.com\",\"name\":\"%s\",%s\"customFields\":{\"plan\":\"%s\"}}"
            .formatted(name, name, email.isEmpty() ? "" : "\"email\":\"" + email + "\",", plan);
    ok(segments.app().api().post("/v1/identify", body));
  }

  /**
   * @param staff JSON objects
   */
  void staff(String name, String staff) {
    ok(
        segments
            .app()
            .api()
            .post(
                "/v1/staff",
                "{\"myplatformDomain\":\"%s.example.com\",\"staff\":[%s]}".formatted(name, staff)));
  }

  /** Shops with an address each. */
  void bulk(Sql sql, int count) {
    sql.run(CUSTOMERS.formatted(id(), count));
  }

  /** A sender whose server is on this machine. */
  String sender(int port) {
    ObjectNode body = Json.MAPPER.createObjectNode().put("name", "Sink " + System.nanoTime());
    body.putObject("from").put("email", "shop@sender.example");
    body.put("smtp", "smtp://127.0.0.1:" + port + "?tls=none").put("connections", 10);
    return ok(segments.post(list("mail-senders"), body)).at("/mailSender/id").asText();
  }

  String template(String html) {
    ObjectNode body =
        SegmentWorkspace.body(
            "name", "T" + System.nanoTime(), "subject", "Hello {{customer.name}}", "html", html);
    return ok(segments.post(list("mail-templates"), body)).at("/mailTemplate/id").asText();
  }

  void openSandbox() {
    ok(
        segments.patch(
            list("automation-settings"),
            SegmentWorkspace.json("{\"sandbox\":{\"enabled\":false}}")));
  }

  /** The body of a campaign for those who satisfy a condition. */
  ObjectNode body(String condition, String template, String... to) {
    ObjectNode body = SegmentWorkspace.body("name", "C" + System.nanoTime(), "template", template);
    body.putObject("audience").put("condition", condition);
    ArrayNode choices = body.putArray("to");
    for (String each : to) {
      choices.add(each);
    }
    return body;
  }

  Response create(JsonNode body) {
    return segments.post(list("campaigns"), body);
  }

  String created(JsonNode body) {
    return ok(create(body)).at("/campaign/id").asText();
  }

  JsonNode campaign(String id) {
    return ok(segments.get("/campaigns/" + id)).path("campaign");
  }

  Response act(String id, String action) {
    return segments.console().post("/console/api/campaigns/" + id + "/" + action, "");
  }

  JsonNode acted(String id, String action) {
    return ok(act(id, action)).path("campaign");
  }

  JsonNode preview(String id) {
    return ok(act(id, "preview")).path("preview");
  }

  /** The campaign once it is as wanted; its counts add up at each look. */
  JsonNode await(String id, Predicate<JsonNode> wanted) {
    Poll.until(
        PATIENCE,
        () -> campaign(id).toString(),
        () -> {
          JsonNode campaign = campaign(id);
          assertAddsUp(campaign);
          return wanted.test(campaign);
        });
    return campaign(id);
  }

  JsonNode awaitStatus(String id, String... statuses) {
    return await(id, campaign -> Set.of(statuses).contains(campaign.path("status").asText()));
  }

  static void assertAddsUp(JsonNode campaign) {
    long sum =
        StreamSupport.stream(campaign.path("counts").spliterator(), false)
            .mapToLong(JsonNode::asLong)
            .sum();
    assertEquals(campaign.path("total").asLong(), sum, campaign::toString);
  }

  /** The addresses of a campaign's mails in a state, sorted; all of them if it is empty. */
  List<String> recipients(String id, String state) {
    String query = state.isEmpty() ? "" : "&state=" + state;
    JsonNode page = ok(segments.get("/campaigns/" + id + "/recipients?take=1000" + query));
    return SegmentWorkspace.texts(page.path("messages"), "/to").stream().sorted().toList();
  }
}
