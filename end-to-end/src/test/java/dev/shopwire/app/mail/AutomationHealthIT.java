package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.mail.sending.Fault;
import dev.shopwire.app.mail.sending.SmtpSink;
import dev.shopwire.app.mail.sending.Step;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests whether a workspace learns that its mails and senders keep up. */
class AutomationHealthIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final SmtpSink CONFIGURED = new SmtpSink();
  private static final OwnService SERVICE =
      new OwnService(
          Map.of(
              "SHOPWIRE_MAIL_ALLOW_PRIVATE", "true",
              "SHOPWIRE_MAIL_URI", "smtp://127.0.0.1:" + CONFIGURED.port() + "?tls=none",
              "SHOPWIRE_MAIL_FROM", "shop@configured.example"));

  private final SmtpSink sink = new SmtpSink();
  private final Tenants.App app = SERVICE.tenants().app();
  private final SchemaCheckedHttp console = SERVICE.tenants().console();

  @AfterAll
  static void stop() {
    SERVICE.close();
    CONFIGURED.close();
  }

  @AfterEach
  void closeSink() {
    sink.close();
  }

  private static String path(Tenants.App app, String name) {
    return "/console/api/workspaces/" + app.workspaceId() + "/" + name;
  }

  private static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private JsonNode health(Tenants.App of) {
    return ok(console.get(path(of, "automation-health"))).path("health");
  }

  private JsonNode await(String pointer, String expected) {
    Poll.until(
        PATIENCE,
        () -> health(app).toString(),
        () -> health(app).at(pointer).asText().equals(expected));
    return health(app);
  }

  private String sender() {
    ObjectNode body = Json.MAPPER.createObjectNode().put("name", "Sink");
    body.putObject("from").put("email", "shop@sender.example");
    body.put("smtp", "smtp://127.0.0.1:" + sink.port() + "?tls=none");
    return ok(console.post(path(app, "mail-senders"), body.toString()))
        .at("/mailSender/id")
        .asText();
  }

  private void sendTest(Optional<String> sender) {
    ObjectNode template =
        Json.MAPPER
            .createObjectNode()
            .put("name", "T" + System.nanoTime())
            .put("subject", "Hi")
            .put("html", "<p>Hi</p>");
    String id =
        ok(console.post(path(app, "mail-templates"), template.toString()))
            .at("/mailTemplate/id")
            .asText();
    ObjectNode test = Json.MAPPER.createObjectNode().put("to", "me@x.example");
    sender.ifPresent(chosen -> test.put("sender", chosen));
    ok(console.post("/console/api/mail-templates/" + id + "/test", test.toString()));
  }

  @Test
  void aNewWorkspaceHasNothingThatWaits() {
    assertEquals(
        "{\"pendingCauses\":0,\"oldestCauseSeconds\":null,\"dueSteps\":0,\"oldestDueSeconds\":null,"
            + "\"stuckRuns\":0,\"messages\":{},"
            + "\"senders\":[{\"id\":null,\"status\":\"ok\",\"lastReply\":null}]}",
        health(app).toString());
  }

  @Test
  void mailsAreCountedByStateInTheirWorkspaceAlone() {
    String sender = sender();
    sendTest(Optional.of(sender));
    sendTest(Optional.of(sender));
    JsonNode health = await("/messages/sent", "2");
    assertEquals(1, health.path("messages").size(), health::toString);
    assertEquals(sender, health.at("/senders/0/id").asText());
    assertEquals("ok", health.at("/senders/0/status").asText());
    assertEquals(0, health(SERVICE.tenants().app()).path("messages").size());
  }

  @Test
  void aSenderWhoseServerCannotBeUsedIsBackingOffUntilItCan() {
    String sender = sender();
    sink.faults(
        (step, recipient) ->
            step == Step.BANNER
                ? Optional.of(Fault.reply("421 4.3.2 too busy"))
                : Optional.empty());
    sendTest(Optional.of(sender));
    JsonNode health = await("/senders/0/status", "backing_off");
    assertEquals(sender, health.at("/senders/0/id").asText());
    assertTrue(health.at("/senders/0/lastReply").asText().contains("too busy"), health::toString);
    assertEquals(1, health.at("/messages/queued").asInt(), health::toString);
    sink.faults((step, recipient) -> Optional.empty());
    SERVICE.sql().run("update mail_lanes set paused_until = now() where sender_id = " + sender);
    health = await("/senders/0/status", "ok");
    assertTrue(health.at("/senders/0/lastReply").isNull(), health::toString);
  }

  /** What it answers about one workspace's mails is not for the others. */
  @Test
  void theConfiguredSenderShowsItsStatusAlone() {
    CONFIGURED.faults(
        (step, recipient) ->
            step == Step.BANNER
                ? Optional.of(Fault.reply("421 4.3.2 too busy"))
                : Optional.empty());
    sendTest(Optional.empty());
    JsonNode health = await("/senders/0/status", "backing_off");
    assertTrue(health.at("/senders/0/id").isNull(), health::toString);
    assertTrue(health.at("/senders/0/lastReply").isNull(), health::toString);
    assertEquals("backing_off", health(SERVICE.tenants().app()).at("/senders/0/status").asText());
    CONFIGURED.faults((step, recipient) -> Optional.empty());
    SERVICE.sql().run("update mail_lanes set paused_until = now() where sender_id = 0");
    await("/senders/0/status", "ok");
  }

  @Test
  void anUnknownWorkspaceIsNotFound() {
    assertEquals(404, console.get("/console/api/workspaces/999999999/automation-health").status());
  }
}
