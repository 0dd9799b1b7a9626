package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.SchemaCheckedHttp;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Tests checks of senders, and a change of the keys that encrypt their secrets (docs: mail.md). */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("full")
class MailSenderChecksIT {
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final String KEYS = "SHOPWIRE_WEBHOOK_SECRET_KEYS";
  private static final String PASSWORD = "hunter2hunter2";
  private static final int MANY = 12;

  private final String firstKey = newKey();
  private OwnService service;
  private SchemaCheckedHttp console;
  private int senders;

  private static String newKey() {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    return Base64.getEncoder().encodeToString(key);
  }

  @BeforeAll
  void start() {
    service = new OwnService(Map.of("SHOPWIRE_MAIL_ALLOW_PRIVATE", "true", KEYS, firstKey));
    console = service.tenants().console();
  }

  @AfterAll
  void stop() {
    String output = service.process().output();
    service.close();
    assertFalse(output.contains(PASSWORD), "no password is logged");
    assertFalse(output.contains("hello@acme.example"), "no address is logged");
  }

  private String create(String smtp) {
    Response created =
        console.post(
            "/console/api/workspaces/1/mail-senders",
            """
            {"name":"%s","from":{"email":"hello@acme.example"},"smtp":"%s",
             "dkim":{"domain":"acme.example","selector":"s1"}}
            """
                .formatted("Sender " + senders++, smtp));
    assertEquals(200, created.status(), created::body);
    return created.json().at("/mailSender/id").asText();
  }

  private JsonNode check(String id) {
    Response checked = console.post("/console/api/mail-senders/" + id + "/check", "");
    assertEquals(200, checked.status(), checked::body);
    assertFalse(checked.body().contains(PASSWORD), checked::body);
    return checked.json().path("check");
  }

  private static void assertFails(String stage, String problem, JsonNode check) {
    assertFalse(check.path("ok").asBoolean(), check::toString);
    assertEquals(stage, check.path("stage").asText());
    assertTrue(check.path("problem").asText().contains(problem), check::toString);
  }

  @Test
  void aCheckConnectsAndSendsNothing() {
    try (ScriptedReplies server = new ScriptedReplies()) {
      String id = create("smtp://localhost:" + server.port() + "?tls=none");
      JsonNode check = check(id);
      assertTrue(check.path("ok").asBoolean(), check::toString);
      Poll.until(TIME, () -> "QUIT is sent", () -> server.received().contains("QUIT"));
      assertEquals(List.of("EHLO acme.example", "QUIT"), server.received());
    }
  }

  @Test
  void aCheckSaysTheStepAndTheServersWords() {
    try (ScriptedReplies server = new ScriptedReplies()) {
      String clear = create("smtp://127.0.0.1:" + server.port() + "?tls=none");
      String secure = create("smtp://shop:" + PASSWORD + "@localhost:" + server.port());
      assertFails("starttls", "not offered", check(secure));
      server.reply("EHLO", "250-scripted.example\r\n250 STARTTLS");
      server.reply("STARTTLS", "454 4.7.0 TLS not available");
      JsonNode refused = check(secure);
      assertFails("starttls", "refused", refused);
      assertEquals(454, refused.path("code").asInt());
      assertEquals("4.7.0 TLS not available", refused.path("reply").asText());
      server.reply("STARTTLS", "220 go\r\nahead");
      assertFails("tls", "not a valid reply", check(secure));
      assertFalse(String.join(" ", server.received()).contains("AUTH"), "nothing in clear");

      server.reply("EHLO", "550 5.7.1 not you, " + PASSWORD.length() + " times");
      assertFails("ehlo", "refused", check(clear));
      server.reply(ScriptedReplies.BANNER, "421 busy");
      assertFails("banner", "refused", check(clear));
      server.reply(ScriptedReplies.BANNER, "HTTP/1.1 400 Bad Request");
      assertFails("banner", "not a valid reply", check(clear));
      server.reply(ScriptedReplies.BANNER, "");
      assertFails("banner", "no complete answer in time", check(clear));
    }
  }

  @Test
  void aServerThatIsNotThereIsReported() {
    assertFails(
        "connect", "could not connect", check(create("smtp://127.0.0.1:" + FreePorts.next())));
    assertFails(
        "connect", "has no address", check(create("smtp://u:" + PASSWORD + "@nowhere.invalid")));
  }

  @Test
  void onlyAFewChecksRunAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(MANY);
    try (ScriptedReplies server = new ScriptedReplies().reply(ScriptedReplies.BANNER, "")) {
      String id = create("smtp://127.0.0.1:" + server.port() + "?tls=none");
      List<Callable<Response>> calls = new ArrayList<>();
      for (int i = 0; i < MANY; i++) {
        calls.add(() -> console.post("/console/api/mail-senders/" + id + "/check", ""));
      }
      List<Response> responses = ConcurrentCalls.call(threads, calls);
      List<Integer> statuses = responses.stream().map(Response::status).toList();
      assertEquals(
          4, statuses.stream().filter(status -> status == 200).count(), statuses::toString);
      responses.stream()
          .filter(response -> response.status() != 200)
          .forEach(
              response ->
                  assertEquals(
                      "503 sender_checks_busy",
                      response.status() + " " + response.json().path("code").asText()));
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void secretsMoveToANewKeyAndTheStartNeedsTheirKeys() {
    try (ScriptedReplies server = new ScriptedReplies()) {
      String id = create("smtp://localhost:" + server.port() + "?tls=none");
      String next = newKey();
      restart(next + "," + firstKey);
      Poll.until(
          TIME,
          () -> "the secrets are under the new key",
          () ->
              service.sql().number("select count(distinct key_id) from mail_sender_secrets") == 1
                  && Metric.value(
                          service.process().managementUrl(), "shopwire_mail_secrets_under_old_keys")
                      == 0);
      restart(next);
      JsonNode check = check(id);
      assertTrue(check.path("ok").asBoolean(), check::toString);
    }
  }

  private void restart(String keys) {
    assertEquals(0, service.process().stop());
    service.startAgain(Map.of(KEYS, keys));
    console = service.tenants().console();
  }
}
