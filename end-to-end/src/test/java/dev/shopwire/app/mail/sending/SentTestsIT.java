package dev.shopwire.app.mail.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.mail.UnsubscribeLink;
import dev.shopwire.common.mail.UnsubscribeTokens;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Sends test mails through a running service, from a saved template by a saved sender. */
class SentTestsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ROUNDS = RunSize.of("unsubscribeRace.rounds", 10, 500);

  /** The lock of the tables of preferences, which one test takes. */
  private static final String PREFERENCES = "SentTestsIT.preferences";

  private static final OwnService SERVICE =
      new OwnService(Map.of("SHOPWIRE_MAIL_ALLOW_PRIVATE", "true"));

  private final SmtpSink sink = new SmtpSink();
  private final Tenants.App app = SERVICE.tenantsWithRetries().app();
  private final SchemaCheckedHttp console = SERVICE.tenantsWithRetries().console();

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

  @AfterEach
  void closeSink() {
    sink.close();
  }

  private String list(String name) {
    return "/console/api/workspaces/" + app.workspaceId() + "/" + name;
  }

  private static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private String sender() {
    return ok(console.post(list("mail-senders"), senderBody().toString()))
        .at("/mailSender/id")
        .asText();
  }

  /** Making a key takes the service up to seconds of processor time. */
  private String signingSender() {
    ObjectNode body = senderBody();
    body.putObject("dkim").put("domain", "sender.example").put("selector", "s1");
    return ok(console.post(list("mail-senders"), body.toString())).at("/mailSender/id").asText();
  }

  private ObjectNode senderBody() {
    ObjectNode body = Json.MAPPER.createObjectNode().put("name", "Sink");
    body.putObject("from").put("email", "shop@sender.example").put("name", "The \"Shop\"\u00fc");
    body.put("smtp", "smtp://127.0.0.1:" + sink.port() + "?tls=none");
    return body.put("bounceDomain", "bounces.sender.example");
  }

  private String template(String html) {
    ObjectNode body =
        Json.MAPPER
            .createObjectNode()
            .put("name", "Hello " + System.nanoTime())
            .put("subject", "Hello {{customer.name | default: \"you\"}}")
            .put("html", html);
    return ok(console.post(list("mail-templates"), body.toString()))
        .at("/mailTemplate/id")
        .asText();
  }

  private Response send(String template, String... members) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    for (int i = 0; i < members.length; i += 2) {
      body.put(members[i], members[i + 1]);
    }
    return console.post("/console/api/mail-templates/" + template + "/test", body.toString());
  }

  /** What became of a mail that was just queued. */
  private JsonNode settled(Response queued) {
    JsonNode message = ok(queued).path("message");
    assertEquals("queued", message.path("state").asText(), message::toString);
    String path = "/console/api/messages/" + message.path("id").asText();
    Poll.until(
        PATIENCE,
        () -> console.get(path).body(),
        () -> {
          String state = console.get(path).json().at("/message/state").asText();
          return !state.equals("queued") && !state.equals("sending");
        });
    return console.get(path).json().path("message");
  }

  /** Much less memory is reserved for mails until one of their template needs more. */
  @ConcurrentTest
  @ResourceLock(value = PREFERENCES, mode = ResourceAccessMode.READ)
  void mailsOfAnySizeAreSent() {
    String html = "<p>" + "{{cf.note}}".repeat(12) + "\u00fc".repeat(50_000) + "</p>";
    String note = "<".repeat(4_000);
    ok(
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"l.example.com\",\"customFields\":{\"note\":\"%s\"}}"
                    .formatted(note)));
    ok(
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"s.example.com\",\"customFields\":{\"note\":\"x\"}}"));
    String template = template(html);
    String sender = sender();
    for (String shop : List.of("s.example.com", "l.example.com", "s.example.com")) {
      JsonNode message =
          settled(send(template, "to", "me@x.example", "customerId", shop, "sender", sender));
      assertEquals("sent", message.path("state").asText(), message::toString);
    }
    assertEquals(3, sink.taken().values().stream().mapToInt(Integer::intValue).sum());
  }

  @ConcurrentTest
  @ResourceLock(value = PREFERENCES, mode = ResourceAccessMode.READ)
  void aTestIsSentOnceAsItsSourceSays() {
    String body =
        "{\"myplatformDomain\":\"a.example.com\",\"name\":\"Anna & Co\",\"customFields\":{\"plan\":\"<pro>\"}}";
    ok(app.api().post("/v1/identify", body));
    String template =
        template(
            "<p>Dear {{customer.name}}, {{cf.plan}}</p><a href=\"{{unsubscribeUrl}}\">Unsubscribe</a>");
    JsonNode message =
        settled(
            send(
                template,
                "to",
                "Me@X.example",
                "customerId",
                "a.example.com",
                "sender",
                signingSender()));
    assertEquals("sent", message.path("state").asText(), message::toString);
    assertEquals("Hello Anna & Co", message.path("subject").asText());
    assertEquals(Map.of("Me@x.example", 1), sink.taken());
    String source = message.path("source").asText();
    assertTrue(source.startsWith("DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;"), source);
    assertTrue(source.contains("Message-ID: <" + message.path("id").asText() + "@sender.example>"));
    assertTrue(source.contains("Dear Anna &amp; Co, &lt;pro&gt;"), source);
    assertTrue(source.contains("Dear Anna & Co, <pro>"), source);
    assertTrue(source.contains("http://localhost:"), source);
    assertEquals(1, message.path("attempts").size());
    assertEquals(250, message.at("/attempts/0/code").asInt());
  }

  @ConcurrentTest
  @ResourceLock(value = PREFERENCES, mode = ResourceAccessMode.READ)
  void withoutSenderItIsCapturedAndReadable() {
    JsonNode message = settled(send(template("<p>Hi</p>"), "to", "me@x.example"));
    assertEquals("captured", message.path("state").asText(), message::toString);
    assertTrue(message.path("source").asText().contains("From: outbox@shopwire.invalid"));
    assertTrue(message.path("senderId").isNull());
    assertEquals(0, sink.count());
  }

  @ConcurrentTest
  @ResourceLock(value = PREFERENCES, mode = ResourceAccessMode.READ)
  void aMissingValueIsSaidAndNothingIsSent() {
    ok(app.api().post("/v1/identify", "{\"myplatformDomain\":\"b.example.com\"}"));
    String template = template("<p>{{customer.email}}</p>");
    JsonNode message =
        settled(
            send(
                template, "to", "me@x.example", "customerId", "b.example.com", "sender", sender()));
    assertEquals("failed", message.path("state").asText(), message::toString);
    assertEquals("missing_value", message.path("reason").asText());
    assertEquals("customer.email (no_value)", message.path("detail").asText());
    assertEquals(0, sink.count());
  }

  @ConcurrentTest
  @ResourceLock(value = PREFERENCES, mode = ResourceAccessMode.READ)
  void badRequestsAreRefusedAndQueueNothing() {
    String template = template("<p>Hi</p>");
    Response all = send(template, "to", "a@b@c", "customerId", "no domain", "sender", "x");
    assertEquals(422, all.status(), all::body);
    assertEquals(3, all.json().path("errors").size(), all::body);
    assertEquals(422, send(template).status());
    assertEquals(
        "unknown_sender",
        send(template, "to", "me@x.example", "sender", "999999").json().path("code").asText());
    assertEquals(404, send(template, "to", "me@x.example", "customerId", "n.example.com").status());
    assertEquals(404, send("999999", "to", "me@x.example").status());
    assertEquals(0, console.get(list("messages")).json().path("messages").size());
  }

  @ConcurrentTest
  @ResourceLock(value = PREFERENCES, mode = ResourceAccessMode.READ)
  void testsAreNoWayToSendMails() {
    String template = template("<p>Hi</p>");
    for (int i = 0; i < 30; i++) {
      assertEquals(200, send(template, "to", "me" + i + "@x.example").status());
    }
    Response refused = send(template, "to", "me@x.example");
    assertEquals(429, refused.status(), refused::body);
    assertEquals("test_mail_limit_reached", refused.json().path("code").asText());
    assertFalse(refused.header("Retry-After").isEmpty());
  }

  @ConcurrentTest
  @ResourceLock(value = PREFERENCES, mode = ResourceAccessMode.READ)
  void theDefaultSenderIsUsedAndCannotBeDeleted() {
    String sender = sender();
    String settings = "{\"defaultSender\":\"" + sender + "\"}";
    ok(console.patch(list("automation-settings"), settings));
    JsonNode message = settled(send(template("<p>Hi</p>"), "to", "me@x.example"));
    assertEquals("sent", message.path("state").asText(), message::toString);
    assertEquals(sender, message.path("senderId").asText());
    Response refused = console.delete("/console/api/mail-senders/" + sender);
    assertEquals("sender_in_use", refused.json().path("code").asText(), refused::body);
    ok(console.patch(list("automation-settings"), "{\"defaultSender\":null}"));
    ok(console.delete("/console/api/mail-senders/" + sender));
  }

  /** As an upgrade may leave a version that was saved before it. */
  @ConcurrentTest
  @ResourceLock(value = PREFERENCES, mode = ResourceAccessMode.READ)
  void aTemplateThatIsNoLongerValidFailsItsOwnMailsAlone() {
    String invalid = template("<p>Hi</p>");
    SERVICE
        .sql()
        .run(
            "update mail_template_versions set content = '{{#if x}' where template_id = "
                + invalid);
    String sender = sender();
    Response first = send(invalid, "to", "me@x.example", "sender", sender);
    JsonNode sent = settled(send(template("<p>Hi</p>"), "to", "me2@x.example", "sender", sender));
    assertEquals("sent", sent.path("state").asText(), sent::toString);
    JsonNode failed = settled(first);
    assertEquals("failed", failed.path("state").asText(), failed::toString);
    assertEquals("render_error", failed.path("reason").asText());
  }

  /** Opening links in great numbers leaves connections to API keys. */
  @ConcurrentTest
  @ResourceLock(PREFERENCES)
  void whileTheTablesOfPreferencesAreLockedEventsAreStored() throws Exception {
    UnsubscribeTokens tokens =
        UnsubscribeTokens.of(
            UUID.fromString(SERVICE.sql().text("select id::text from installation")));
    String token =
        tokens.encode(new UnsubscribeLink(Long.parseLong(app.workspaceId()), 0, 0, "me@x.example"));
    Postgres server = new Postgres(SERVICE.postgresUri());
    ExecutorService threads = Executors.newFixedThreadPool(20);
    try (Connection lock =
            DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
        Statement statement = lock.createStatement()) {
      lock.setAutoCommit(false);
      statement.execute("lock table mail_topics in access exclusive mode");
      for (int i = 0; i < 100; i++) {
        threads.execute(
            () -> new Http(SERVICE.process().httpUrl()).isUp(UnsubscribeLink.PATH + token));
      }
      for (int i = 0; i < 10; i++) {
        Tenants.App fresh = SERVICE.tenantsWithRetries().app(app.workspaceId());
        String body =
            "{\"eventName\":\"a\",\"customerId\":\"c.example.com\",\"eventId\":\"" + i + "\"}";
        Response stored = fresh.api().post("/v1/usage_events", body);
        assertEquals(200, stored.status(), stored::body);
      }
      lock.rollback();
    } finally {
      threads.shutdownNow();
    }
  }

  /** A mail of a campaign, which will be created like this. */
  private void queue(String sender, String template, int round) {
    SERVICE
        .sql()
        .run(
            """
            insert into mail_lanes (sender_id) values (%2$s) on conflict do nothing;
            insert into mail_messages (workspace_id, kind, campaign_id, recipient, email_key,
              sender_id, template_id, template_version, transactional, state)
            values (%1$s, 'campaign', 1, 'race%4$d@x.example', 'race%4$d@x.example', %2$s, %3$s, 1,
              false, 'queued')
            """
                .formatted(app.workspaceId(), sender, template, round));
  }

  /** Either the mail is not sent, or the server had it before the click was answered. */
  @ConcurrentTest
  @ResourceLock(value = PREFERENCES, mode = ResourceAccessMode.READ)
  void noMailIsSentAfterAClickWasAnswered() {
    UnsubscribeTokens tokens =
        UnsubscribeTokens.of(
            UUID.fromString(SERVICE.sql().text("select id::text from installation")));
    ok(console.patch(list("automation-settings"), "{\"sandbox\":{\"enabled\":false}}"));
    String sender = sender();
    String template = template("<p>Hi</p>");
    int sent = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String address = "race" + round + "@x.example";
      String token =
          tokens.encode(new UnsubscribeLink(Long.parseLong(app.workspaceId()), 0, 0, address));
      queue(sender, template, round);
      // Within what it takes to find the mail, make it and send it.
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(600_000_000L));
      Response clicked =
          new Http(SERVICE.process().httpUrl())
              .send(
                  "POST",
                  UnsubscribeLink.PATH + token,
                  Map.of("Content-Type", "application/x-www-form-urlencoded"),
                  "List-Unsubscribe=One-Click".getBytes(StandardCharsets.UTF_8));
      int taken = Optional.ofNullable(sink.taken().get(address)).orElse(0);
      assertEquals(200, clicked.status(), clicked::body);
      String state = awaitState(address);
      int takenInTheEnd = Optional.ofNullable(sink.taken().get(address)).orElse(0);
      assertEquals(taken, takenInTheEnd, address);
      assertEquals(taken == 1 ? "sent" : "suppressed", state, address);
      sent += taken;
    }
    System.out.printf("%d of %d mails were sent before their click%n", sent, ROUNDS);
  }

  private String awaitState(String address) {
    String sql = "select state from mail_messages where recipient = ?";
    Poll.until(
        PATIENCE,
        () -> SERVICE.sql().text(sql, address),
        () -> !SERVICE.sql().text(sql, address).matches("queued|sending"));
    return SERVICE.sql().text(sql, address);
  }
}
