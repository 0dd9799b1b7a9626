package dev.shopwire.app.mail.campaigns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.mail.sending.SmtpSink;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Sends a campaign with two processes that are killed, while fields change and it is paused and
 * resumed: no address gets two mails, every member of the audience has one in the log, and the
 * counts add up whenever one looks.
 */
class CampaignCrashIT {
  private static final String ROLES = "ingest,enrichment,automation,console";
  private static final int RECIPIENTS = RunSize.of("campaignCrash.recipients", 500, 20_000);
  private static final int KILLS = RunSize.of("campaignCrash.kills", 2, 10);
  private static final int LOOKS = RunSize.of("campaignCrash.looks", 40, 500);
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int CONNECTIONS = 10;

  /** So that kills hit mails on their way. */
  private static final long DELAY_MILLIS = 30;

  private final Random random = new Random();
  private OwnProcesses processes;
  private SmtpSink sink;
  private Sql sql;
  private int looks;

  @BeforeEach
  void start() {
    sink = new SmtpSink();
    sink.delay(DELAY_MILLIS);
    processes =
        new OwnProcesses(
            "campaign-crash", Map.of("SHOPWIRE_MAIL_ALLOW_PRIVATE", "true"), ROLES, ROLES);
    sql = processes.sql();
  }

  @AfterEach
  void stop() {
    processes.close();
    sink.close();
  }

  /** Looks at the campaign, whose counts must add up. */
  private JsonNode look(CampaignWorkspace workspace, String id) {
    JsonNode campaign = workspace.campaign(id);
    CampaignWorkspace.assertAddsUp(campaign);
    looks++;
    return campaign;
  }

  private void awaitTaken(CampaignWorkspace workspace, String id, int count) {
    Poll.until(
        PATIENCE,
        () -> count + " mails of " + look(workspace, id),
        () -> look(workspace, id).isObject() && sink.count() >= count);
  }

  @Test
  void noAddressGetsTwoMailsAndNoneIsLost() throws Exception {
    CampaignWorkspace first = new CampaignWorkspace(processes.tenants(0));
    CampaignWorkspace second = first.through(processes.tenants(1));
    String id = draft(first);
    startTwice(first, second, id);
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(300)).toNanos());
    kill(0);
    JsonNode frozen = second.await(id, campaign -> !campaign.path("frozenAt").isNull());
    assertEquals(RECIPIENTS + 1, frozen.path("total").asInt(), frozen::toString);
    changeFields(second);
    for (int kill = 1; kill < KILLS; kill++) {
      int victim = kill % 2;
      processes.process(1 - victim).awaitReady();
      CampaignWorkspace survivor = first.through(processes.tenants(1 - victim));
      awaitTaken(survivor, id, RECIPIENTS * kill / (KILLS + 1));
      kill(victim);
      pauseAndResume(survivor, id);
    }
    CampaignWorkspace last = first.through(processes.tenants(KILLS % 2));
    while (looks < LOOKS) {
      look(last, id);
    }
    Poll.until(
        PATIENCE,
        () -> look(last, id).toString(),
        () -> look(last, id).path("status").asText().equals("done"));
    assertEachOnce(last, id);
  }

  private String draft(CampaignWorkspace workspace) {
    workspace.openSandbox();
    workspace.shop("in", "in@x.example", "pro");
    workspace.bulk(sql, RECIPIENTS);
    giveFields(workspace);
    ObjectNode body =
        workspace.body("cf:plan = pro", workspace.template("<p>{{customer.name}}</p>"), "shop");
    return workspace.created(body.put("sender", workspace.sender(sink.port())));
  }

  /** Members of the audience; those whose field changes later are members, too. */
  private void giveFields(CampaignWorkspace workspace) {
    sql.run(
        """
        insert into custom_field_values (workspace_id, customer_id, field_id, app_id, text_value)
        select v.workspace_id, c.id, v.field_id, v.app_id, 'pro'
        from custom_field_values v join customers c on c.workspace_id = v.workspace_id
        where v.workspace_id = %s and c.domain like 'bulk-%%'
        """
            .formatted(workspace.id()));
  }

  private static void startTwice(CampaignWorkspace first, CampaignWorkspace second, String id)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Integer> one = threads.submit(() -> first.act(id, "start").status());
      Future<Integer> other = threads.submit(() -> second.act(id, "start").status());
      assertEquals(Set.of(200, 409), Set.of(one.get(), other.get()));
    } finally {
      threads.shutdownNow();
    }
  }

  /** The other one takes over what it was doing. */
  private void kill(int number) {
    processes.kill(number);
    processes.startAgain(number);
  }

  private void changeFields(CampaignWorkspace workspace) {
    sql.run(
        "update custom_field_values set text_value = 'free' where workspace_id = %s and customer_id %% 3 = 0"
            .formatted(workspace.id()));
    workspace.shop("late", "late@x.example", "pro");
  }

  private void pauseAndResume(CampaignWorkspace workspace, String id) {
    if (look(workspace, id).path("status").asText().equals("sending")
        && workspace.act(id, "pause").status() == 200) {
      look(workspace, id);
      workspace.acted(id, "resume");
    }
  }

  private void assertEachOnce(CampaignWorkspace workspace, String id) {
    assertEquals(Set.of(1), Set.copyOf(sink.taken().values()));
    JsonNode done = look(workspace, id);
    long sent = done.at("/counts/sent").asLong();
    long unknown = done.at("/counts/unknown").asLong();
    System.out.printf(
        "%d recipients, %d kills, %d looks: %s%n", RECIPIENTS, KILLS, looks, done.path("counts"));
    assertEquals(RECIPIENTS + 1, sent + unknown, done::toString);
    assertTrue(unknown <= (long) KILLS * CONNECTIONS, done::toString);
    assertTrue(sink.taken().size() >= sent, "taken: " + sink.taken().size());
    assertEquals(
        RECIPIENTS + 1,
        sql.number(
            "select count(distinct customer_id) from mail_messages where campaign_id = " + id));
    assertEquals(
        0,
        sql.number(
            "select count(*) from mail_messages where campaign_id = "
                + id
                + " and recipient = 'late@x.example'"));
    assertTrue(looks >= LOOKS);
  }
}
