package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AuditRows;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.StreamSupport;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the log of mails (docs/api/mail.md). */
@Tag("everywhere")
@Tag("stores")
class MessagesIT {
  private final Tenants tenants = RunningService.shared().tenants();
  private final SchemaCheckedHttp console = tenants.console();
  private final String workspace = tenants.app().workspaceId();
  private final Sql sql = RunningService.shared().sql();

  private static String path(String workspace) {
    return "/console/api/workspaces/" + workspace + "/messages";
  }

  private static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private List<String> recipients(String query) {
    return texts(ok(console.get(path(workspace) + query)).path("messages"), "to");
  }

  private static List<String> texts(JsonNode list, String name) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(each -> each.path(name).asText())
        .toList();
  }

  /** Adds a mail of a flow, or of a campaign, for a sender that no process has. */
  private String add(String kind, String state, String recipient) {
    boolean waits = state.equals("queued") || state.equals("deferred");
    return sql.text(
        """
        insert into mail_messages (workspace_id, kind, flow_id, run_id, step, campaign_id,
          customer_id, recipient, email_key, sender_id, template_id, template_version,
          transactional, state, next_attempt_at)
        values (%1$s, '%2$s', %3$s, %3$s, 'hello', %4$s, 3, '%6$s', lower('%6$s'), 987654321, 1, 2,
          false, '%5$s', %7$s)
        returning id
        """
            .formatted(
                workspace,
                kind,
                kind.equals("flow") ? "5" : "null",
                kind.equals("campaign") ? "6" : "null",
                state,
                recipient,
                waits ? "now()" : "null"));
  }

  @Test
  void mailsAreListedNewestFirstByWhatTheyAreAbout() {
    add("flow", "sent", "Ada@a.test");
    add("campaign", "bounced", "bob@a.test");
    add("campaign", "sent", "ada@a.test");
    add("test", "queued", "eve@a.test");
    assertEquals(List.of("eve@a.test", "ada@a.test", "bob@a.test", "Ada@a.test"), recipients(""));
    assertEquals(List.of("ada@a.test", "Ada@a.test"), recipients("?to=ADA%40a.test"));
    assertEquals(List.of("ada@a.test", "Ada@a.test"), recipients("?state=sent"));
    assertEquals(List.of("ada@a.test"), recipients("?state=sent&kind=campaign"));
    assertEquals(List.of("bob@a.test"), recipients("?campaignId=6&state=bounced"));
    assertEquals(List.of("Ada@a.test"), recipients("?flowId=5"));
    assertEquals(List.of("Ada@a.test"), recipients("?runId=5"));
    assertEquals(4, recipients("?customerId=" + CustomerId.of(3)).size());
    assertEquals(List.of(), recipients("?customerId=" + CustomerId.of(4)));
    assertEquals(422, console.get(path(workspace) + "?customerId=3").status());
    JsonNode first = ok(console.get(path(workspace) + "?flowId=5")).at("/messages/0");
    assertEquals("hello", first.path("step").asText());
    assertEquals(CustomerId.of(3), first.path("customerId").asText());
    assertEquals("987654321", first.path("senderId").asText());
    assertEquals(2, first.path("templateVersion").asInt());
  }

  @Test
  void pagesAreReadByCursor() {
    for (int i = 0; i < 5; i++) {
      add("test", "sent", "p" + i + "@a.test");
    }
    List<String> read = new ArrayList<>();
    String cursor = "";
    JsonNode page;
    do {
      page = ok(console.get(path(workspace) + "?take=2&kind=test" + cursor));
      read.addAll(texts(page.path("messages"), "to"));
      cursor = "&cursor=" + page.path("cursor").asText();
    } while (page.path("hasNextPage").asBoolean());
    assertEquals(5, read.size());
    assertEquals("p4@a.test", read.get(0));
    assertEquals(422, console.get(path(workspace) + "?take=2&kind=flow" + cursor).status());
  }

  @Test
  void everyFaultIsReportedAtOnce() {
    Response refused = console.get(path(workspace) + "?state=gone&kind=x&flowId=a&runId=-1&take=0");
    assertEquals(422, refused.status(), refused::body);
    assertEquals(5, refused.json().path("errors").size(), refused::body);
  }

  @Test
  void aMailIsShownAsItWasSentWithItsTries() throws IOException {
    String id = add("test", "sent", "ada@a.test");
    String source = "Subject: Hello\r\n\r\nHello\r\n";
    ByteArrayOutputStream deflated = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(deflated)) {
      out.write(source.getBytes(StandardCharsets.US_ASCII));
    }
    sql.run(
        """
        insert into mail_sources values (%1$s, %2$s, '\\x%3$s');
        insert into mail_attempts (workspace_id, message_id, code, enhanced_code, reply, outcome)
        values (%1$s, %2$s, 451, '4.3.0', '4.3.0 later', 'deferred'),
          (%1$s, %2$s, null, null, null, 'queued'), (%1$s, %2$s, 250, null, 'ok', 'sent')
        """
            .formatted(workspace, id, HexFormat.of().formatHex(deflated.toByteArray())));
    JsonNode shown = ok(console.get("/console/api/messages/" + id)).path("message");
    assertEquals(source, shown.path("source").asText());
    assertEquals(List.of("deferred", "queued", "sent"), texts(shown.path("attempts"), "outcome"));
    assertEquals("4.3.0 later", shown.at("/attempts/0/reply").asText());
    assertTrue(shown.at("/attempts/1/code").isNull());
    assertEquals(404, console.get("/console/api/messages/999999999").status());
    sql.run("update mail_messages set subject = 'secret', detail = 'cf.secret' where id = " + id);
    assertEquals("secret", ok(console.get(path(workspace))).at("/messages/0/subject").asText());
    ConsoleBrowser analyst =
        new ConsoleBrowser(RunningService.shared().consoleUrl())
            .signedIn(new ConsoleUsers(sql).add(workspace, "analyst"));
    for (String call : List.of(path(workspace), "/console/api/messages/" + id)) {
      String seen = analyst.get(call.replace("/console/api", "")).body();
      assertFalse(seen.contains("secret") || seen.contains("Subject"), seen);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "failed", "bounced"})
  void aPersonCanSendAMailAgain(String state) {
    String id = add("campaign", state, "ada@a.test");
    JsonNode resent =
        ok(console.post("/console/api/messages/" + id + "/resend", "")).path("message");
    assertEquals("queued", resent.path("state").asText());
    assertEquals(id, resent.path("id").asText());
    assertTrue(resent.path("nextAttemptAt").isTextual());
    assertEquals(
        "message.resent",
        AuditRows.of(workspace).get(AuditRows.of(workspace).size() - 1).path("action").asText());
    assertRefused(id);
  }

  private void assertRefused(String id) {
    Response refused = console.post("/console/api/messages/" + id + "/resend", "");
    assertEquals(409, refused.status(), refused::body);
    assertEquals("wrong_state", refused.json().path("code").asText());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"queued", "sending", "sent", "deferred", "suppressed", "cancelled", "captured"})
  void otherMailsAreNotSentAgain(String state) {
    assertRefused(add("test", state, "ada@a.test"));
  }
}
