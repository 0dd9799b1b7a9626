package dev.shopwire.app.mail.campaigns;

import static dev.shopwire.app.mail.campaigns.CampaignWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.mail.sending.Fault;
import dev.shopwire.app.mail.sending.SmtpSink;
import dev.shopwire.app.mail.sending.Step;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.common.mail.UnsubscribeLink;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Sends campaigns through a running service to a mail server. */
class CampaignSendingIT {
  private static final Pattern LINK =
      Pattern.compile("List-Unsubscribe: <\\S*(" + UnsubscribeLink.PATH + "[^>\\s]+)>");

  private static final String NOW =
      "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')";
  private static final List<String> ROLES =
      List.of(
          "ingest", "analytics", "enrichment", "attribution", "automation", "webhook", "console");

  /** The lock of the process and of whole tables, which some tests stop, lock or look at. */
  private static final String PROCESS = "CampaignSendingIT.process";

  private static final OwnService SERVICE =
      new OwnService(
          Map.of(
              "SHOPWIRE_MAIL_ALLOW_PRIVATE", "true", "SHOPWIRE_MAIL_RETRY_SECONDS", "2,600,1200"));

  private final SmtpSink sink = new SmtpSink();
  private final CampaignWorkspace workspace = new CampaignWorkspace(SERVICE.tenantsWithRetries());
  private String sender = "";

  @BeforeEach
  void addSender() {
    sender = workspace.sender(sink.port());
  }

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

  @AfterEach
  void closeSink() {
    sink.close();
  }

  private ObjectNode body(String template) {
    return workspace.body("everyone", template, "shop").put("sender", sender);
  }

  private JsonNode messageTo(String campaign, String address) {
    JsonNode page = ok(workspace.segments.get("/campaigns/" + campaign + "/recipients"));
    for (JsonNode message : page.path("messages")) {
      if (message.path("to").asText().equals(address)) {
        return ok(workspace.segments.get("/messages/" + message.path("id").asText()))
            .path("message");
      }
    }
    throw new AssertionError("no mail to " + address + " in " + page);
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void eachAddressGetsOneMailWithValuesOfItsMomentInTheFrozenVersion() {
    workspace.openSandbox();
    workspace.shop("ada", "ada@x.example", "pro");
    workspace.shop("bob", "bob@x.example", "pro");
    workspace.shop("cy", "BOB@x.example", "pro");
    workspace.staff("ada", "{\"id\":1,\"email\":\"it@a.example\",\"firstName\":\"Ida\"}");
    String template =
        workspace.template("<p>{{cf.plan}} {{contact.firstName | default: \"-\"}}</p>");
    // Nothing begins while PAUSED, so that what changes after the freeze precedes the mails.
    sink.faults((step, to) -> step == Step.BANNER ? Optional.of(Fault.DROP) : Optional.empty());
    ObjectNode body = workspace.body("cf:plan = pro", template, "contacts", "shop");
    String id = workspace.created(body.put("sender", sender));
    workspace.acted(id, "start");
    workspace.await(id, campaign -> !campaign.path("frozenAt").isNull());
    workspace.acted(id, "pause");
    ok(
        workspace.segments.patch(
            "/mail-templates/" + template, SegmentWorkspace.body("html", "<p>later</p>")));
    workspace.shop("bob", "bob@x.example", "free");
    workspace.shop("late", "late@x.example", "pro");
    sink.faults((step, to) -> Optional.empty());
    workspace.acted(id, "resume");
    JsonNode done = workspace.awaitStatus(id, "done");
    assertEquals("{\"sent\":2}", done.path("counts").toString());
    assertEquals(1, done.path("templateVersion").asInt());
    assertEquals(1, done.path("duplicates").asInt());
    assertEquals(Map.of("it@a.example", 1, "bob@x.example", 1), sink.taken());
    assertTrue(messageTo(id, "it@a.example").path("source").asText().contains("pro Ida"));
    String source = messageTo(id, "bob@x.example").path("source").asText();
    assertTrue(source.contains("free -"), source);
    assertTrue(LINK.matcher(source.replaceAll("\r\n[ \t]", "")).find(), source);
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void suppressedSandboxedAndIncompleteMailsAreNotSent() {
    workspace.shop("ada", "ada@x.example", "pro");
    workspace.shop("bob", "bob@x.example", "pro");
    workspace.shop("cy", "cy@out.example", "pro");
    workspace.shop("di", "di@x.example", "");
    ok(
        workspace.segments.patch(
            workspace.list("automation-settings"),
            SegmentWorkspace.json("{\"sandbox\":{\"allow\":[\"x.example\"]}}")));
    ok(
        workspace.segments.post(
            workspace.list("suppressions"), SegmentWorkspace.body("email", "BOB@x.example")));
    String id = workspace.created(body(workspace.template("<p>{{cf.plan}}</p>")));
    workspace.acted(id, "start");
    JsonNode done = workspace.awaitStatus(id, "done");
    assertEquals("{\"failed\":1,\"sent\":1,\"suppressed\":2}", done.path("counts").toString());
    assertEquals(Map.of("ada@x.example", 1), sink.taken());
    assertEquals("manual", messageTo(id, "bob@x.example").path("reason").asText());
    assertEquals("sandbox", messageTo(id, "cy@out.example").path("reason").asText());
    assertEquals("missing_value", messageTo(id, "di@x.example").path("reason").asText());
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void whileItIsPausedNothingIsSentAndWhatIsCancelledNeverIs() {
    workspace.openSandbox();
    workspace.bulk(SERVICE.sql(), 600);
    sink.delay(50);
    String id = workspace.created(body(workspace.template("<p>Hi</p>")));
    workspace.acted(id, "start");
    workspace.await(id, campaign -> campaign.at("/counts/sent").asInt() > 20);
    assertEquals("paused", workspace.acted(id, "pause").path("status").asText());
    int held = settledCount(id);
    assertTrue(held < 600, "all were sent before the pause");
    assertEquals("paused", workspace.campaign(id).path("status").asText());
    workspace.acted(id, "resume");
    workspace.await(id, campaign -> campaign.at("/counts/sent").asInt() > held + 20);
    assertEquals("cancelled", workspace.acted(id, "cancel").path("status").asText());
    JsonNode over =
        workspace.await(
            id,
            campaign ->
                campaign.at("/counts/queued").asInt() + campaign.at("/counts/sending").asInt()
                    == 0);
    int sent = over.at("/counts/sent").asInt();
    assertEquals(600, sent + over.at("/counts/cancelled").asInt(), over::toString);
    assertTrue(sent < 600, over::toString);
    assertEquals(sent, sink.count());
    awaitNoHold();
    assertEquals(sent, sink.count());
  }

  /** Two seconds after the answer, nothing begins. */
  private int settledCount(String id) {
    long answered = System.nanoTime();
    Poll.until(
        CampaignWorkspace.PATIENCE,
        () -> workspace.campaign(id).toString(),
        () ->
            System.nanoTime() - answered > Duration.ofSeconds(2).toNanos()
                && workspace.campaign(id).at("/counts/sending").asInt() == 0);
    int count = sink.count();
    long settled = System.nanoTime();
    Poll.until(
        CampaignWorkspace.PATIENCE,
        () -> "a second passes",
        () -> System.nanoTime() - settled > Duration.ofSeconds(1).toNanos());
    assertEquals(count, sink.count());
    return count;
  }

  private void awaitNoHold() {
    Poll.until(
        CampaignWorkspace.PATIENCE,
        () -> "the hold is released",
        () ->
            SERVICE
                    .sql()
                    .number(
                        "select count(*) from mail_holds where workspace_id = " + workspace.id())
                == 0);
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void itIsNotDoneWhileAMailIsDeferredAndAResentMailReopensIt() {
    workspace.openSandbox();
    workspace.shop("ada", "ada@x.example", "pro");
    workspace.shop("bob", "bob@x.example", "pro");
    sink.faults(
        (step, to) ->
            step != Step.RCPT
                ? Optional.empty()
                : switch (to) {
                  case "ada@x.example" -> Optional.of(Fault.reply("450 4.2.0 later"));
                  case "bob@x.example" -> Optional.of(Fault.reply("554 5.7.1 no"));
                  default -> Optional.empty();
                });
    String id = workspace.created(body(workspace.template("<p>Hi</p>")));
    workspace.acted(id, "start");
    workspace.await(
        id,
        campaign -> campaign.path("counts").toString().equals("{\"bounced\":1,\"deferred\":1}"));
    assertEquals("sending", workspace.campaign(id).path("status").asText());
    sink.faults((step, to) -> Optional.empty());
    JsonNode done = workspace.awaitStatus(id, "done");
    assertEquals("{\"bounced\":1,\"sent\":1}", done.path("counts").toString());
    String bounced = messageTo(id, "bob@x.example").path("id").asText();
    sink.faults((step, to) -> Optional.of(Fault.DROP));
    ok(workspace.segments.post("/messages/" + bounced + "/resend", SegmentWorkspace.body()));
    JsonNode reopened = workspace.campaign(id);
    assertEquals("sending", reopened.path("status").asText(), reopened::toString);
    assertTrue(reopened.path("endedAt").isNull());
    workspace.acted(id, "cancel");
    assertEquals(
        "{\"cancelled\":1,\"sent\":1}",
        workspace
            .await(id, campaign -> campaign.at("/counts/cancelled").asInt() == 1)
            .path("counts")
            .toString());
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void aScheduledCampaignIsFrozenAtItsTime() {
    workspace.openSandbox();
    workspace.shop("ada", "ada@x.example", "pro");
    String id = workspace.created(body(workspace.template("<p>Hi</p>")));
    Instant at = Instant.now().plusSeconds(3);
    ok(
        workspace.segments.post(
            "/campaigns/" + id + "/start", SegmentWorkspace.body("at", at.toString())));
    workspace.shop("bob", "bob@x.example", "pro");
    JsonNode done = workspace.awaitStatus(id, "done");
    Instant frozen = Instant.parse(done.path("frozenAt").asText());
    assertTrue(!frozen.isBefore(at) && frozen.isBefore(at.plusSeconds(10)), done::toString);
    assertEquals(2, done.path("total").asInt());
    assertEquals(Map.of("ada@x.example", 1, "bob@x.example", 1), sink.taken());
  }

  @ConcurrentTest
  @ResourceLock(PROCESS)
  void aCancelledPreparationLeavesNoMail() {
    workspace.openSandbox();
    workspace.bulk(SERVICE.sql(), 20_000);
    String id = workspace.created(body(workspace.template("<p>Hi</p>")));
    workspace.acted(id, "start");
    Poll.until(
        CampaignWorkspace.PATIENCE,
        () -> "mails are being made",
        () ->
            SERVICE
                    .sql()
                    .number(
                        "select count(*) from pg_locks where locktype = 'advisory' and mode = 'ShareLock'")
                > 0);
    assertEquals("cancelled", workspace.acted(id, "cancel").path("status").asText());
    Poll.until(
        CampaignWorkspace.PATIENCE,
        () -> "no mails are being made",
        () ->
            SERVICE
                    .sql()
                    .number(
                        "select count(*) from pg_locks where locktype = 'advisory' and mode = 'ShareLock'")
                == 0);
    JsonNode cancelled = workspace.campaign(id);
    assertEquals("cancelled", cancelled.path("status").asText());
    assertEquals(0, cancelled.path("total").asInt(), cancelled::toString);
    assertEquals(List.of(), workspace.recipients(id, ""));
    assertEquals(0, sink.count());
  }

  /** As renewals of its lease change it all the time. */
  @ConcurrentTest
  @ResourceLock(PROCESS)
  void aChangeOfTheSendersLaneDoesNotMakeTheFreezeBeginAgain() throws Exception {
    workspace.openSandbox();
    workspace.bulk(SERVICE.sql(), 2_000);
    String id = workspace.created(body(workspace.template("<p>Hi</p>")));
    Postgres server = new Postgres(SERVICE.postgresUri());
    Instant released;
    try (Connection lock =
            DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
        Statement statement = lock.createStatement()) {
      lock.setAutoCommit(false);
      statement.execute("lock table mail_messages in share mode");
      workspace.acted(id, "start");
      Poll.until(
          CampaignWorkspace.PATIENCE,
          () -> "the first mails wait",
          () ->
              SERVICE
                      .sql()
                      .number(
                          "select count(*) from pg_locks where not granted"
                              + " and relation = 'mail_messages'::regclass")
                  > 0);
      SERVICE.sql().run("update mail_lanes set epoch = epoch");
      released = Instant.parse(SERVICE.sql().text(NOW));
      lock.rollback();
    }
    JsonNode frozen = workspace.await(id, campaign -> !campaign.path("frozenAt").isNull());
    assertTrue(
        Instant.parse(frozen.path("frozenAt").asText()).isBefore(released), frozen::toString);
    assertEquals(2_000, frozen.path("total").asInt());
  }

  /** While no process sends mails. */
  @ConcurrentTest
  @ResourceLock(PROCESS)
  @Tag("full")
  void anUnsubscriptionWithoutAutomationHoldsForTheNextCampaign() {
    workspace.openSandbox();
    IntStream.range(0, 5).forEach(i -> workspace.shop("s" + i, "s" + i + "@x.example", "pro"));
    String template = workspace.template("<p>Hi</p>");
    String first = workspace.created(body(template));
    workspace.acted(first, "start");
    workspace.awaitStatus(first, "done");
    String source = messageTo(first, "s3@x.example").path("source").asText();
    Matcher link = LINK.matcher(source.replaceAll("\r\n[ \t]", ""));
    assertTrue(link.find(), source);
    String next = workspace.created(body(template));
    ok(
        workspace.segments.post(
            "/campaigns/" + next + "/start",
            SegmentWorkspace.body("at", Instant.now().plusSeconds(3_600).toString())));
    restartWith("ingest");
    unsubscribe(link.group(1));
    restartWith(String.join(",", ROLES));
    SERVICE.sql().run("update campaigns set scheduled_at = now() where id = " + next);
    JsonNode done = workspace.awaitStatus(next, "done");
    assertEquals("{\"sent\":4,\"suppressed\":1}", done.path("counts").toString());
    assertEquals("unsubscribed", messageTo(next, "s3@x.example").path("reason").asText());
    assertEquals(1, sink.taken().get("s3@x.example"));
  }

  private static void restartWith(String roles) {
    SERVICE.process().stop();
    SERVICE.startAgain(Map.of("SHOPWIRE_VERTICLES", roles));
  }

  private static void unsubscribe(String link) {
    Response response =
        new Http(SERVICE.process().httpUrl())
            .send(
                "POST",
                link,
                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                "List-Unsubscribe=One-Click".getBytes(StandardCharsets.UTF_8));
    assertEquals(200, response.status(), response::body);
  }

  /** Sizes of one page and more, at the borders of batches. */
  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void audiencesOfAnySizeAreComplete() {
    workspace.openSandbox();
    List<Integer> totals = new ArrayList<>();
    String none = workspace.created(body(workspace.template("<p>Hi</p>")));
    workspace.acted(none, "start");
    totals.add(workspace.awaitStatus(none, "done").path("total").asInt());
    workspace.bulk(SERVICE.sql(), 1_000);
    for (int more = 0; more < 2; more++) {
      String id = workspace.created(body(workspace.template("<p>Hi</p>")));
      workspace.acted(id, "start");
      totals.add(workspace.awaitStatus(id, "done").path("total").asInt());
      workspace.shop("more" + more, "more" + more + "@x.example", "pro");
    }
    assertEquals(List.of(0, 1_000, 1_001), totals);
    assertEquals(2_001, sink.count());
  }
}
