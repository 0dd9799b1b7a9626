package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.webhook;
import static dev.shopwire.app.flows.FlowWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Poll;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the list of what flows and campaigns did for a customer. */
class CustomerHistoryIT {
  private static final String SHOP = "history.example.com";
  private static final String MAIL =
      "{\"id\":\"remind\",\"type\":\"email\",\"template\":\"%s\",\"to\":[\"shop\"]}";

  private final FlowWorkspace workspace =
      new FlowWorkspace(new SegmentWorkspace(RunningService.shared().tenants()));
  private final FlowRuns runs = new FlowRuns(workspace);

  private JsonNode page(String shop, String parameters) {
    return ok(
        workspace.segments.get(
            "/customers/" + workspace.segments.customerId(shop) + "/automation" + parameters));
  }

  private List<JsonNode> entries(String shop) {
    return page(shop, "?take=100").path("entries").valueStream().toList();
  }

  /** All members of an entry that have a value, but for the time and the ids of flow and run. */
  private static String text(JsonNode entry) {
    List<String> values = new ArrayList<>();
    for (String member : List.of("kind", "step", "outcome", "reason", "count")) {
      if (!entry.path(member).isNull()) {
        values.add(entry.path(member).asText());
      }
    }
    return String.join(" ", values);
  }

  private void identify(String shop) {
    assertEquals(
        200,
        workspace
            .segments
            .app()
            .api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"%s\",\"email\":\"owner@acme.example\"}".formatted(shop))
            .status());
  }

  @Test
  void aCustomersEntriesStepsMailsEndsAndRefusalsAreListedNewestFirst() {
    identify(SHOP);
    ObjectNode mailed = definition("go", "", MAIL.formatted(workspace.template()), webhook("tell"));
    String flow = workspace.published(mailed);
    String mark = workspace.published(definition("mark", "", webhook("tell")));
    runs.send(SHOP, "go", "{}");
    runs.send("other.example.com", "go", "{}");
    runs.awaitEnded(flow, 2);
    runs.send(SHOP, "go", "{}");
    runs.send(SHOP, "go", "{}");
    runs.send(SHOP, "mark", "{}");
    runs.awaitEnd(mark);
    List<JsonNode> entries = entries(SHOP);
    List<JsonNode> ofFlow =
        entries.stream().filter(entry -> entry.path("flowId").asText().equals(flow)).toList();
    assertEquals(
        List.of(
            "end completed",
            "entry",
            "message remind suppressed sandbox",
            "refusal already_entered 2",
            "step remind queued",
            "step tell no_subscriber"),
        ofFlow.stream().map(CustomerHistoryIT::text).sorted().toList());
    assertEquals(
        List.of("end completed", "step tell no_subscriber", "step remind queued", "entry"),
        ofFlow.stream()
            .filter(entry -> entry.path("runId").isTextual())
            .filter(entry -> !entry.path("kind").asText().equals("message"))
            .map(CustomerHistoryIT::text)
            .toList());
    assertEquals("end completed", text(entries.get(0)));
    assertEquals(mark, entries.get(0).path("flowId").asText());
    assertEquals(List.of(), entriesAfter(entries));
  }

  /** The entries that are newer than the one before them. */
  private static List<JsonNode> entriesAfter(List<JsonNode> entries) {
    List<JsonNode> misplaced = new ArrayList<>();
    for (int i = 1; i < entries.size(); i++) {
      if (entries.get(i).path("at").asText().compareTo(entries.get(i - 1).path("at").asText())
          > 0) {
        misplaced.add(entries.get(i));
      }
    }
    return misplaced;
  }

  @Test
  void pagesHaveTheSameEntriesAsTheWholeList() {
    String flow =
        workspace.published(definition("go", "{\"frequency\":\"always\"}", webhook("tell")));
    for (int i = 0; i < 5; i++) {
      runs.send(SHOP, "go", "{}");
    }
    runs.awaitEnded(flow, 5);
    List<JsonNode> all = entries(SHOP);
    assertEquals(15, all.size());
    for (int take : new int[] {1, 2, 4}) {
      List<JsonNode> paged = new ArrayList<>();
      String cursor = "";
      do {
        JsonNode page = page(SHOP, "?take=" + take + cursor);
        page.path("entries").forEach(paged::add);
        cursor =
            page.path("hasNextPage").asBoolean() ? "&cursor=" + page.path("cursor").asText() : "";
      } while (!cursor.isEmpty());
      assertEquals(all, paged, "pages of " + take);
    }
  }

  @Test
  void campaignsAreListedAndUnknownCustomersAreNotFound() {
    identify(SHOP);
    ObjectNode body =
        SegmentWorkspace.body("name", "C" + System.nanoTime(), "template", workspace.template());
    body.putObject("audience").put("condition", "everyone");
    body.putArray("to").add("shop");
    String campaign =
        ok(workspace.segments.post(workspace.list("campaigns"), body)).at("/campaign/id").asText();
    ok(workspace.segments.post("/campaigns/" + campaign + "/start", SegmentWorkspace.body()));
    Poll.until(FlowRuns.TIME, () -> "a mail", () -> entries(SHOP).size() == 1);
    JsonNode entry = entries(SHOP).get(0);
    assertEquals("message", entry.path("kind").asText(), entry::toString);
    assertEquals(campaign, entry.path("campaignId").asText(), entry::toString);
    assertEquals(
        404, workspace.segments.get("/customers/cus_ffffffffffffffff/automation").status());
  }
}
