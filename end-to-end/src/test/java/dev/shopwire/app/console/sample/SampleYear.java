package dev.shopwire.app.console.sample;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.Tenants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Fills a workspace with a realistic year: two apps, shops that came one after the other, what they
 * did, their staff, what they paid, affiliates, webhooks and the people who look at all that. It
 * goes through the public API and the console's, and is the same each time on the same day.
 */
public final class SampleYear {
  private static final long SEED = 19;

  /** Days up to which shops are said to have staff. */
  private static final int SHOPS_WITH_STAFF = 20;

  private SampleYear() {}

  /**
   * @param workspace an empty one
   * @param owner is signed in as an owner of it
   * @param receiver gets webhooks, as long as the sample is looked at
   */
  public static Sample fill(
      Sample workspace, String consoleUrl, ConsoleBrowser owner, Receiver receiver, int shopCount) {
    Random random = new Random(SEED);
    workspace.api().patch(workspace.path(""), Map.of("timezone", "America/New_York"));
    new SamplePeople(workspace, consoleUrl, owner).create();
    Tenants.App reports = workspace.app("report-builder", "Report Builder");
    Tenants.App stock = workspace.app("stock-sync", "Stock Sync");
    String unused = workspace.tenants().key(workspace.workspaceId(), stock.appId(), "{}").keyId();
    workspace.api().delete("/apps/%s/keys/%s".formatted(stock.appId(), unused));
    List<SampleShop> shops = SampleShop.of(shopCount, random);
    identify(workspace, reports, stock, shops);
    SampleApi.sendEvents(reports, new SampleEvents(random, Instant.now()).of(shops));
    SampleApi.sendEvents(stock, synced(shops));
    metrics(workspace, reports);
    new SampleAffiliates(workspace, reports, "report-builder").create(shops);
    new SampleSegments(workspace).create();
    List<String> linked = shops.stream().limit(6).map(SampleShop::domain).toList();
    new SampleLinkedFields(workspace).create("production", "db_plan", "pro", linked);
    new SamplePartner(workspace, reports).create();
    String shop = shops.get(0).domain();
    new SampleWebhooks(workspace, reports, receiver).create(shop);
    return workspace.showing(SampleApi.customerId(reports, shop));
  }

  private static void identify(
      Sample workspace, Tenants.App reports, Tenants.App stock, List<SampleShop> shops) {
    workspace
        .api()
        .post(
            workspace.path("/custom-fields"),
            Map.of("name", "segment", "type", "text", "scope", "customers", "private", true));
    for (SampleShop shop : shops) {
      SampleApi.send(reports, "/v1/identify", shop.identity());
      if (shop.number() % 4 == 0) {
        SampleApi.send(
            stock,
            "/v1/identify",
            Map.of(
                "myplatformDomain",
                shop.domain(),
                "customFields",
                Map.of(
                    "plan",
                    "stock " + shop.plan(),
                    "segment",
                    shop.seats() > 20 ? "large" : "small")));
      }
    }
    shops.stream().limit(SHOPS_WITH_STAFF).forEach(shop -> staff(reports, shop));
    JsonNode contact =
        workspace
            .api()
            .post(
                "/customers/%s/contacts"
                    .formatted(SampleApi.customerId(reports, shops.get(0).domain())),
                Map.of(
                    "firstName", "Cleo",
                    "lastName", "Marti",
                    "email", "cleo@agency.example",
                    "tags", List.of("agency")));
    workspace
        .api()
        .patch(
            "/contacts/" + contact.at("/contact/contactId").asText(),
            Map.of("tags", List.of("agency", "billing")));
  }

  private static void staff(Tenants.App app, SampleShop shop) {
    List<String> names = List.of("Ada Berg", "Bo Lund", "Chiara Rossi", "Dev Patel", "Emre Aydın");
    List<Map<String, Object>> staff = new ArrayList<>();
    for (int i = 0; i < 1 + shop.number() % names.size(); i++) {
      String[] name = names.get(i).split(" ", 2);
      staff.add(
          Map.of(
              "id",
              61_000 + 10 * shop.number() + i,
              "firstName",
              name[0],
              "lastName",
              name[1],
              "email",
              "staff-%d@shop-%d.example".formatted(i, shop.number()),
              "accountOwner",
              i == 0));
    }
    SampleApi.send(app, "/v1/staff", Map.of("myplatformDomain", shop.domain(), "staff", staff));
  }

  /** The other app's events, all of the last days. */
  private static List<Map<String, Object>> synced(List<SampleShop> shops) {
    Instant now = Instant.now();
    return IntStream.range(0, shops.size())
        .mapToObj(
            i ->
                Map.<String, Object>of(
                    "eventName",
                    "stock_synced",
                    "customerId",
                    shops.get(i - i % 4).domain(),
                    "eventId",
                    "sync-" + i,
                    "timestamp",
                    now.minusSeconds(3_571L * i).toString(),
                    "properties",
                    Map.of("items", 7 * i % 500, "ok", i % 9 != 0)))
        .toList();
  }

  private static void metrics(Sample workspace, Tenants.App app) {
    metric(workspace, app, Map.of("name", "Exports", "eventName", "report_exported"));
    for (String calculation : List.of("sum", "p95")) {
      boolean isSum = calculation.equals("sum");
      metric(
          workspace,
          app,
          Map.of(
              "name",
              isSum ? "Rows exported" : "Seconds per export, p95",
              "eventName",
              "report_exported",
              "calculation",
              calculation,
              "overProperty",
              isSum ? "rows" : "seconds"));
    }
  }

  private static void metric(Sample workspace, Tenants.App app, Map<String, ?> metric) {
    workspace.api().post("/apps/%s/usage-metrics".formatted(app.appId()), metric);
  }
}
