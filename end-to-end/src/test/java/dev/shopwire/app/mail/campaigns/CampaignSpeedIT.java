package dev.shopwire.app.mail.campaigns;

import static dev.shopwire.app.mail.campaigns.CampaignWorkspace.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures how long a large campaign takes to start, and its counts to be read. */
@Tag("alone")
@Tag("full")
class CampaignSpeedIT {
  private static final int RECIPIENTS = RunSize.of("campaignSpeed.recipients", 10_000, 100_000);
  private static final int LOOKS = 20;
  private static final Duration PACE = Duration.ofMillis(300);
  private static final Duration MAX_START = Duration.ofSeconds(2);
  private static final int MEASURED = 100_000;
  private static final Duration MAX_FREEZE =
      Duration.ofSeconds(30L * Math.max(1, RECIPIENTS / MEASURED));
  private static final Duration MAX_LOOK = Duration.ofMillis(50);

  /** Of a process, whatever the size of the audience. */
  private static final List<String> HEAP = List.of("-Xmx384m", "-XX:+UseSerialGC");

  private final OwnStores stores = new OwnStores("campaign-speed");
  private final Sql sql = stores.sql();
  private final ServiceProcess process =
      ServiceProcess.launch(stores.directory(), stores.settings(Map.of()), HEAP);

  @AfterEach
  void stop() {
    process.close();
    sql.close();
    stores.close();
  }

  @Test
  void aLargeAudienceIsFrozenInTimeWhileOthersPushAndTest() {
    process.awaitReady();
    CampaignWorkspace workspace =
        new CampaignWorkspace(
            new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN));
    workspace.bulk(sql, RECIPIENTS);
    workspace.staff("bulk-1", "{\"id\":1,\"email\":\"owner@x.example\",\"accountOwner\":true}");
    String template = workspace.template("<p>Hi</p>");
    ObjectNode body = workspace.body("name = Bulk", template, "owner", "shop");
    String id = workspace.created(body);
    final long previewed = preview(workspace, id);
    Instant asked = Instant.now();
    long starting = System.nanoTime();
    workspace.acted(id, "start");
    final long started = System.nanoTime() - starting;
    long slowest = pushAndTestUntilFrozen(workspace, id, template);
    JsonNode frozen = workspace.campaign(id);
    assertEquals(RECIPIENTS, frozen.path("total").asInt(), frozen::toString);
    Duration freeze = Duration.between(asked, committed(id));
    long look = look(workspace, id);
    System.out.printf(
        "%d recipients: preview %d ms, start answered in %d ms, frozen in %d ms, slowest push or test"
            + " meanwhile %d ms, counts in %d ms%n",
        RECIPIENTS,
        Duration.ofNanos(previewed).toMillis(),
        Duration.ofNanos(started).toMillis(),
        freeze.toMillis(),
        Duration.ofNanos(slowest).toMillis(),
        Duration.ofNanos(look).toMillis());
    assertTrue(started < MAX_START.toNanos());
    assertTrue(freeze.compareTo(MAX_FREEZE) < 0, freeze::toString);
    assertTrue(look < MAX_LOOK.toNanos());
  }

  private Instant committed(String id) {
    return Instant.parse(
        sql.text(
            "select to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
                + " from campaigns where id = ?::bigint",
            id));
  }

  /** More may take longer than a preview may. */
  private static long preview(CampaignWorkspace workspace, String id) {
    long begin = System.nanoTime();
    if (RECIPIENTS <= MEASURED) {
      assertEquals(RECIPIENTS, workspace.preview(id).path("recipients").asInt());
    }
    return System.nanoTime() - begin;
  }

  /** What waits for a lock of the freeze fails, or takes as long as it. */
  private static long pushAndTestUntilFrozen(
      CampaignWorkspace workspace, String id, String template) {
    long slowest = 0;
    // Some a second, so that they take little of the processors.
    for (int i = 0; workspace.campaign(id).path("frozenAt").isNull(); i++) {
      long begin = System.nanoTime();
      workspace.shop("pushed-" + i, "pushed-" + i + "@x.example", "pro");
      if (i < 30) {
        ok(
            workspace.segments.post(
                "/mail-templates/" + template + "/test",
                SegmentWorkspace.body("to", "me@x.example")));
      }
      slowest = Math.max(slowest, System.nanoTime() - begin);
      LockSupport.parkNanos(PACE.toNanos());
    }
    return slowest;
  }

  /** The fastest of some, since the machine has other things to do. */
  private static long look(CampaignWorkspace workspace, String id) {
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < LOOKS; i++) {
      long begin = System.nanoTime();
      CampaignWorkspace.assertAddsUp(workspace.campaign(id));
      fastest = Math.min(fastest, System.nanoTime() - begin);
    }
    return fastest;
  }
}
