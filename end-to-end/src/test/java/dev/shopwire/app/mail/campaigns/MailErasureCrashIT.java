package dev.shopwire.app.mail.campaigns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Erases an address that has many mails, while the process is killed, and with another master key.
 */
@Tag("full")
class MailErasureCrashIT {
  private static final int MAILS = RunSize.of("mailErasure.mails", 20_000, 100_000);
  private static final String OLD_KEY = RunningService.WEBHOOK_KEY;
  private static final String NEW_KEY = RunningService.CONSOLE_KEY;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  // A tenth of them waits; every mail has a source and an attempt.
  private static final String FILL =
      """
      insert into mail_lanes (sender_id) values (1000000) on conflict do nothing;
      insert into mail_messages (workspace_id, kind, campaign_id, recipient, email_key, sender_id,
        template_id, template_version, transactional, subject, state, next_attempt_at)
      select %1$s, 'campaign', i, 'Ada <%2$s>', '%2$s', 1000000, 1, 1, false, 'Dear %2$s',
        case when i %% 10 = 0 then 'deferred' else 'sent' end,
        case when i %% 10 = 0 then now() + interval '1 day' end
      from generate_series(1, %3$d) i;
      insert into mail_attempts (workspace_id, message_id, reply, outcome)
      select workspace_id, id, '250 taken for %2$s', 'sent' from mail_messages;
      insert into mail_sources (workspace_id, message_id, source)
      select workspace_id, id, '%2$s'::bytea from mail_messages;
      analyze mail_messages, mail_attempts, mail_sources
      """;
  private static final String LEFT =
      "select count(*) from mail_messages where email_key not like 'erased:%'";

  private final OwnStores stores = new OwnStores("mail-erasure");
  private final Sql sql = stores.sql();
  private ServiceProcess process = launch(OLD_KEY);

  private ServiceProcess launch(String keys) {
    ServiceProcess launched =
        ServiceProcess.launch(
            stores.directory(), stores.settings(Map.of("SHOPWIRE_WEBHOOK_SECRET_KEYS", keys)));
    launched.awaitReady();
    return launched;
  }

  private Tenants tenants() {
    return new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN);
  }

  @AfterEach
  void stop() {
    process.close();
    sql.close();
    stores.close();
  }

  @Test
  void anErasureGoesOnAfterAKillAndItsHashMatchesAfterARotation() {
    CampaignWorkspace workspace = new CampaignWorkspace(tenants());
    ErasedAddress address = new ErasedAddress(workspace, sql);
    address.suppress();
    sql.run(FILL.formatted(workspace.id(), address, MAILS));
    assertEquals("running", address.erase());
    assertEquals(List.of("null manual"), address.suppressions());
    Poll.until(PATIENCE, () -> "some are erased", () -> sql.number(LEFT) < MAILS * 9L / 10);
    String keyId = sql.text("select key_id from mail_hash_key");
    process.kill();
    long left = sql.number(LEFT);
    assertTrue(left > 0, "some are left");
    long begin = System.nanoTime();
    process = launch(NEW_KEY + "," + OLD_KEY);
    Poll.until(
        PATIENCE,
        () -> sql.number(LEFT) + " mails are left",
        () -> sql.number("select count(*) from mail_erasures") == 0);
    System.out.printf(
        "%d mails, of which %d were left after a kill: erased %.1f s after the next start%n",
        MAILS, left, (System.nanoTime() - begin) / 1e9);
    address.assertIsNowhere();
    assertEquals(
        MAILS / 10, sql.number("select count(*) from mail_messages where state = 'cancelled'"));
    Poll.until(
        PATIENCE,
        () -> "the key of the hashes is re-encrypted",
        () -> !sql.text("select key_id from mail_hash_key").equals(keyId));
    process.close();
    process = launch(NEW_KEY);
    CampaignWorkspace after = workspace.through(tenants());
    assertEquals(
        1,
        CampaignWorkspace.ok(after.segments.get(after.list("suppressions") + "?email=" + address))
            .path("suppressions")
            .size());
  }
}
