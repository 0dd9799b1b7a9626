package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.AuditRows;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests senders of mails (docs/api/mail.md). */
@Tag("everywhere")
@Tag("stores")
class MailSendersIT {
  private static final String PASSWORD = "hunter2hunter2";
  private static final String SMTP = "smtp://shop:" + PASSWORD + "@smtp.acme.example";
  private static final int AT_ONCE = 4;

  private final Tenants tenants = RunningService.shared().tenants();
  private final SchemaCheckedHttp console = tenants.console();
  private final String workspace = tenants.app().workspaceId();

  private static String path(String workspace) {
    return "/console/api/workspaces/" + workspace + "/mail-senders";
  }

  private static String one(String id) {
    return "/console/api/mail-senders/" + id;
  }

  private static ObjectNode body(String name) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.put("name", name).put("smtp", SMTP);
    body.putObject("from").put("email", "hello@acme.example").put("name", "Ac\"me\r\n😀");
    return body;
  }

  private static ObjectNode withKey(String name) {
    ObjectNode body = body(name);
    body.putObject("dkim").put("domain", "acme.example").put("selector", "s1");
    return body;
  }

  private static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    assertFalse(response.body().contains(PASSWORD), response::body);
    assertFalse(response.body().contains("PRIVATE KEY"), response::body);
    return response.json();
  }

  private Response send(ObjectNode body) {
    return console.post(path(workspace), body.toString());
  }

  private JsonNode create(ObjectNode body) {
    return ok(send(body)).path("mailSender");
  }

  private JsonNode change(String id, String body) {
    return ok(console.patch(one(id), body)).path("mailSender");
  }

  private List<String> names(String query) {
    return texts(ok(console.get(path(workspace) + query)).path("mailSenders"), "name");
  }

  private static List<String> texts(JsonNode list, String name) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(each -> each.path(name).asText())
        .toList();
  }

  private static Set<String> pointers(Response refused) {
    assertEquals(422, refused.status(), refused::body);
    return Set.copyOf(texts(refused.json().path("errors"), "pointer"));
  }

  private static void assertRefused(int status, String code, Response response) {
    assertEquals(status, response.status(), response::body);
    assertEquals(code, response.json().path("code").asText());
  }

  @Test
  void aSenderIsShownWithoutItsSecrets() {
    JsonNode created = create(withKey("Shop").put("imap", "imaps://b:" + PASSWORD + "@i.example"));
    String id = created.path("id").asText();
    assertEquals("smtp.acme.example", created.at("/smtp/host").asText());
    assertEquals("required", created.at("/smtp/tls").asText());
    assertEquals("s1._domainkey.acme.example", created.at("/dkim/dnsName").asText());
    assertTrue(created.at("/dkim/dnsValue").asText().startsWith("v=DKIM1; k=rsa; p=MII"));
    assertEquals("INBOX", created.at("/imap/folder").asText());
    String events = created.path("eventsUrl").asText();
    assertTrue(events.matches("http://localhost:\\d+/mail-events/[A-Za-z0-9_-]{43}"), events);

    JsonNode shown = ok(console.get(one(id))).path("mailSender");
    assertTrue(shown.path("eventsUrl").isMissingNode());
    JsonNode stored = ((ObjectNode) created.deepCopy()).without("eventsUrl");
    assertEquals(stored, ((ObjectNode) shown.deepCopy()).without(List.of("reports", "mailbox")));
    assertEquals(
        stored, ok(console.get(path(workspace))).path("mailSenders").path(0), "as in the list");
    Response file = console.get(path(workspace) + "?format=csv");
    assertTrue(file.body().contains("smtp.acme.example"), file::body);

    String secret = events.substring(events.lastIndexOf('/') + 1);
    String everything = file.body() + AuditRows.of(workspace) + shown + stored();
    for (String hidden : List.of(PASSWORD, secret, "PRIVATE KEY")) {
      assertFalse(everything.contains(hidden), () -> hidden + " in " + everything);
    }
  }

  private String stored() {
    return RunningService.shared()
        .sql()
        .text(
            """
            select json_agg(s)::text || (select json_agg(x)::text from mail_sender_secrets x
              where x.workspace_id = s.workspace_id)
            from mail_senders s where s.workspace_id = ? group by s.workspace_id
            """,
            Long.parseLong(workspace));
  }

  @Test
  void aChangeKeepsWhatIsNotGivenAndIsAudited() {
    JsonNode created = create(withKey("Shop").put("perSecond", 3).put("replyTo", "r@acme.example"));
    String id = created.path("id").asText();
    String secrets = secrets(id);
    JsonNode renamed = change(id, "{\"name\":\"Main shop\",\"replyTo\":null}");
    assertEquals("Main shop", renamed.path("name").asText());
    assertTrue(renamed.path("replyTo").isNull());
    assertEquals(3, renamed.path("perSecond").asInt());
    assertEquals(created.path("dkim"), renamed.path("dkim"));
    assertNotEquals(created.path("updatedAt"), renamed.path("updatedAt"));
    assertEquals(secrets, secrets(id));

    change(id, "{\"smtp\":\"" + SMTP.replace(PASSWORD, "another") + "\"}");
    assertNotEquals(secrets, secrets(id));
    JsonNode signed = change(id, "{\"dkim\":{\"domain\":\"acme.example\",\"selector\":\"s2\"}}");
    assertNotEquals(created.at("/dkim/dnsValue"), signed.at("/dkim/dnsValue"));
    assertTrue(change(id, "{\"dkim\":null}").path("dkim").isNull());
    ok(console.delete(one(id)));
    assertEquals(404, console.get(one(id)).status());
    assertEquals(404, console.patch(one(id), "{}").status());
    assertEquals(404, console.delete(one(id)).status());
    assertEquals(404, console.post(one(id) + "/check", "").status());
    List<JsonNode> audited =
        AuditRows.of(workspace).stream()
            .filter(row -> row.path("action").asText().startsWith("mail_sender."))
            .toList();
    assertEquals(
        List.of("created", "changed", "changed", "changed", "changed", "deleted"),
        texts(Json.MAPPER.valueToTree(audited), "action").stream()
            .map(action -> action.substring("mail_sender.".length()))
            .toList());
    assertEquals("{\"replacedSecrets\":[\"smtp\"]}", audited.get(2).path("after").toString());
    assertFalse(audited.toString().contains("another"));
  }

  private String secrets(String id) {
    return RunningService.shared()
        .sql()
        .text(
            """
            select string_agg(kind || encode(sealed, 'hex'), ',' order by kind)
            from mail_sender_secrets where sender_id = ?
            """,
            Long.parseLong(id));
  }

  @Test
  void everyFaultIsReportedAtOnceAndNothingIsStored() {
    Response refused =
        console.post(
            path(workspace),
            """
            {"name":"","from":{"email":"x"},"smtp":"smtp://u:hunter2hunter2@h.example?tls=none",
             "perSecond":-1,"connections":51,"dkim":{"domain":"acme.example","selector":"s 1",
             "privateKey":"hunter2hunter2"},"bounceDomain":"-","imap":"x","more":1}
            """);
    assertEquals(
        Set.of(
            "/name",
            "/from/email",
            "/smtp",
            "/perSecond",
            "/connections",
            "/dkim/selector",
            "/dkim/privateKey",
            "/bounceDomain",
            "/imap",
            "/more"),
        pointers(refused));
    assertFalse(refused.body().contains(PASSWORD), refused::body);
    assertEquals(Set.of("/name", "/from", "/smtp"), pointers(console.post(path(workspace), "{}")));
    for (String body : List.of("[]", "{\"from\":7,\"dkim\":[],\"smtp\":{}}", "{\"from\":null}")) {
      pointers(console.post(path(workspace), body));
    }
    assertEquals(List.of(), names(""));
  }

  @Test
  void privateHostsAreRefused() {
    for (String host : List.of("127.0.0.1", "localhost", "10.0.0.1", "[::1]", "169.254.169.254")) {
      Response refused = send(body("Shop").put("smtp", "smtps://u:p@" + host));
      assertEquals(Set.of("/smtp"), pointers(refused));
      assertEquals("forbidden_host", refused.json().path("code").asText());
    }
    String id = create(body("Shop")).path("id").asText();
    assertEquals(
        Set.of("/smtp"), pointers(console.patch(one(id), "{\"smtp\":\"smtp://127.0.0.1\"}")));
  }

  @Test
  void namesAreUniqueAndSendersLimited() throws Exception {
    String first = create(body("First")).path("id").asText();
    String second = create(body("Second")).path("id").asText();
    assertRefused(409, "name_taken", send(body("First")));
    assertRefused(409, "name_taken", console.patch(one(second), "{\"name\":\"First\"}"));
    change(first, "{\"name\":\"First\"}");
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Callable<Response>> calls = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        String name = "Sender " + i / 2;
        calls.add(() -> send(body(name)));
      }
      List<Response> responses = ConcurrentCalls.call(threads, calls);
      assertEquals(
          Set.of(200, 409), responses.stream().map(Response::status).collect(Collectors.toSet()));
      assertEquals(32, names("?take=100").size());
      for (int i = 0; i < 18; i++) {
        create(body("More " + i));
      }
      assertRefused(422, "sender_limit_reached", send(body("Too many")));
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void pagesAreReadByCursor() {
    for (int i = 0; i < 3; i++) {
      create(body("S" + i));
    }
    JsonNode page = ok(console.get(path(workspace) + "?take=2"));
    assertEquals(List.of("S2", "S1"), texts(page.path("mailSenders"), "name"));
    assertEquals(List.of("S0"), names("?take=2&cursor=" + page.path("cursor").asText()));
    String other = tenants.app().workspaceId();
    Response foreign = console.get(path(other) + "?take=2&cursor=" + page.path("cursor").asText());
    assertEquals(422, foreign.status());
    assertEquals(
        List.of(), texts(ok(console.get(path(other))).path("mailSenders"), "name"), "isolation");
  }

  @Test
  void aKeyMayBeBroughtAlong() {
    for (String pem :
        List.of(
            "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
            "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----",
            "x".repeat(20_000))) {
      ObjectNode body = withKey("Shop");
      body.withObject("/dkim").put("privateKey", pem);
      assertEquals(Set.of("/dkim/privateKey"), pointers(send(body)));
    }
    List<String> values =
        IntStream.range(0, 2)
            .mapToObj(i -> create(withKey("Shop " + i)).at("/dkim/dnsValue").asText())
            .toList();
    assertNotEquals(values.get(0), values.get(1));
  }
}
