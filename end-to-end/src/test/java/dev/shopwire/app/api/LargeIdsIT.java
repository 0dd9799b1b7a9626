package dev.shopwire.app.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.ReportRequests;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests ids of more than 32 bits with two tenants whose ids differ only above that: wherever an id
 * is truncated, one of them gets the data of the other.
 */
@Tag("full")
class LargeIdsIT {
  private static final String SHOP = "s1.example.com";
  private static final long SMALL = 1_000_000;
  private static final long LARGE = SMALL + (1L << 32);

  /** One tenant's app, with the webhook endpoint of only this app. */
  private record Tenant(
      String name, long id, int events, AttributionFixture app, WebhookFixture webhooks) {

    /** Creates the tenant; its workspace, app, field and affiliate have the same id. */
    static Tenant create(
        OwnService service, Receiver receiver, String name, long id, int firstEvent, int events) {
      for (String table : List.of("workspaces", "apps", "custom_fields", "affiliates")) {
        service.sql().run("alter table " + table + " alter column id restart with " + id);
      }
      AttributionFixture app = AttributionFixture.inNewWorkspace(service.tenants());
      Tenant tenant =
          new Tenant(
              name, id, events, app, new WebhookFixture(service.tenants(), app.app(), receiver));
      tenant.use(firstEvent);
      return tenant;
    }

    private void use(int firstEvent) {
      assertEquals(Long.toString(id), app.app().workspaceId());
      assertEquals(Long.toString(id), app.app().appId());
      assertEquals(Long.toString(id), app.affiliate(name, name));
      Response push =
          app.app()
              .api()
              .post(
                  "/v1/identify",
                  "{\"myplatformDomain\":\"%s\",\"customFields\":{\"plan\":\"%s\"}}"
                      .formatted(SHOP, name));
      assertEquals(200, push.status(), push::body);
      AttributionFixture.assertCredited(app.sendCode(SHOP, name), name, name);
      WebhookEndpoint endpoint = webhooks.endpoint(path(), ",\"apps\":[\"" + app.slug() + "\"]");
      webhooks.post(firstEvent, events);
      webhooks.await(path(), events);
      assertExplained(endpoint, firstEvent);
    }

    private String path() {
      return "/" + name;
    }

    private void assertExplained(WebhookEndpoint endpoint, int event) {
      Response response =
          app.console()
              .get(
                  AttributionFixture.API
                      + "/webhook-endpoints/%s/explain?eventId=e-%d&app=%s"
                          .formatted(endpoint.id(), event, app.slug()));
      assertEquals(200, response.status(), response::body);
      assertEquals(1, response.json().at("/explanation/deliveries").size(), response::body);
    }

    void assertHasOnlyItsOwnData() {
      assertEquals(name, app.customer(SHOP).at("/customFields/plan").asText());
      assertEquals(name + "/" + name + "/api", app.credit(SHOP));
      assertEquals(name + ": attributed", app.logSummary());
      JsonNode row = app.log("").get(0);
      assertEquals(Long.toString(id), row.at("/app/id").asText());
      assertEquals(Long.toString(id), row.at("/affiliate/id").asText());
      JsonNode fields = app.console().get(app.workspace("/custom-fields")).json();
      assertEquals(1, fields.path("customFields").size(), fields::toString);
      assertEquals(Long.toString(id), fields.at("/customFields/0/id").asText());
      assertEquals(Long.toString(id), fields.at("/customFields/0/app/id").asText());
      JsonNode report =
          ReportRequests.report(
              app.app(),
              "calculation",
              "count",
              "startDate",
              "2026-11-20",
              "endDate",
              "2026-11-20",
              "interval",
              "daily");
      assertEquals(events, report.path("value").asInt(), report::toString);
      List<Received> received = webhooks.events(path());
      assertEquals(events, received.size());
      for (Received event : received) {
        assertEquals(Long.toString(id), event.json().at("/app/id").asText());
      }
    }

    /** Also reads and writes fields by their ids. */
    void promoteField() {
      Response promoted =
          app.console().post(AttributionFixture.API + "/custom-fields/" + id + "/promote", "");
      assertEquals(200, promoted.status(), promoted::body);
      assertEquals(Long.toString(id), promoted.json().at("/customField/id").asText());
      assertEquals(name, app.customer(SHOP).at("/customFields/plan").asText());
    }
  }

  @Test
  void idsThatDifferOnlyAboveTheir32ndBitAreNotMistaken() {
    try (OwnService service = new OwnService(Map.of("SHOPWIRE_WEBHOOK_ALLOW_PRIVATE", "true"));
        Receiver receiver = new Receiver()) {
      Tenant small = Tenant.create(service, receiver, "small", SMALL, 0, 3);
      Tenant large = Tenant.create(service, receiver, "large", LARGE, 10, 5);
      small.assertHasOnlyItsOwnData();
      large.assertHasOnlyItsOwnData();
      large.promoteField();
      small.assertHasOnlyItsOwnData();
    }
  }
}
