package dev.shopwire.benchmarks.mail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;

/** A workspace with customers that have addresses, and its calls about mails. Blocking. */
final class MailWorkspace {
  private static final String CUSTOMERS =
      """
      with made as (
        insert into customers (workspace_id, domain)
        select %1$s, 'mailed-' || i || '.example.com' from generate_series(1, %2$d) i
        returning workspace_id, id, domain
      )
      insert into customer_profiles (workspace_id, customer_id, name, email)
      select workspace_id, id, 'Shop ' || id, 'me@' || domain from made;
      analyze customers, customer_profiles
      """;
  private static final int CONFLICT = 409;
  private static final String SUBJECT = "News for {{customer.name}}";
  private static final String HTML =
      """
      <html><body style="font-family: sans-serif">
      <h1>Hello {{customer.name}}</h1>
      <p>Your shop {{customer.myplatformDomain}} is on the plan {{cf.plan | default: "free"}}.</p>
      {{#if cf.plan}}<p>Thank you for that.</p>{{else}}<p>There is more to discover.</p>{{/if}}
      %s<p><a href="https://shop.example/{{customer.myplatformDomain}}">Open it</a></p>
      <p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>
      </body></html>
      """
          .formatted(
              "<p>We have made reports faster, exports complete, and the console easier to use.</p>\n"
                  .repeat(6));

  private final Installation installation;
  private final SchemaCheckedHttp console;
  private final Tenants.App app;

  MailWorkspace(Installation installation) {
    this.installation = installation;
    this.console = installation.tenants().console();
    this.app = installation.tenants().app();
    identify();
    ok(console.patch(list("automation-settings"), "{\"sandbox\":{\"enabled\":false}}"));
  }

  /** Makes the custom field that the template mentions. */
  private void identify() {
    ok(
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"first.example.com\",\"customFields\":{\"plan\":\"pro\"}}"));
  }

  String id() {
    return app.workspaceId();
  }

  private String list(String name) {
    return "/console/api/workspaces/" + id() + "/" + name;
  }

  private static JsonNode ok(Response response) {
    if (response.status() != 200) {
      throw new IllegalStateException(response.toString());
    }
    return response.json();
  }

  void addCustomers(int count) {
    installation.sql().run(CUSTOMERS.formatted(id(), count));
  }

  /** The id of a customer that has all that the template needs. */
  long customer() {
    return installation
        .sql()
        .number(
            "select id from customers where workspace_id = ? and domain = 'mailed-1.example.com'",
            Long.parseLong(id()));
  }

  /**
   * @param signs whether its mails are signed with RSA-2048
   */
  String sender(int port, boolean signs) {
    ObjectNode body = Json.MAPPER.createObjectNode().put("name", "Sink " + System.nanoTime());
    body.putObject("from").put("email", "news@sender.example").put("name", "News");
    body.put("smtp", "smtp://127.0.0.1:" + port + "?tls=none").put("connections", 20);
    if (signs) {
      body.putObject("dkim").put("domain", "sender.example").put("selector", "s1");
    }
    return ok(console.post(list("mail-senders"), body.toString())).at("/mailSender/id").asText();
  }

  String template() {
    ObjectNode body =
        Json.MAPPER
            .createObjectNode()
            .put("name", "News " + System.nanoTime())
            .put("subject", SUBJECT)
            .put("html", HTML);
    return ok(console.post(list("mail-templates"), body.toString()))
        .at("/mailTemplate/id")
        .asText();
  }

  /** Starts a campaign to all customers with an address, and waits until its mails are made. */
  String start(String sender, String template) {
    ObjectNode body =
        Json.MAPPER
            .createObjectNode()
            .put("name", "Campaign " + System.nanoTime())
            .put("template", template)
            .put("sender", sender);
    body.putObject("audience").put("condition", "everyone");
    body.putArray("to").add("shop");
    String id = ok(console.post(list("campaigns"), body.toString())).at("/campaign/id").asText();
    act(id, "start");
    return id;
  }

  private void act(String campaign, String action) {
    ok(console.post("/console/api/campaigns/" + campaign + "/" + action, ""));
  }

  /** Pauses or resumes it, unless it is over. */
  void tryTo(String action, String campaign) {
    Response response = console.post("/console/api/campaigns/" + campaign + "/" + action, "");
    if (response.status() != CONFLICT) {
      ok(response);
    }
  }

  JsonNode campaign(String id) {
    return ok(console.get("/console/api/campaigns/" + id)).path("campaign");
  }
}
