package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that partitions of an earlier version get the indexes that they lack. */
@Tag("full")
class WebhookIndexesIT {
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final String MISSING = "select count(*) from webhook_missing_indexes()";

  @Test
  void missingAndBrokenIndexesAreCreatedAfterAStart() {
    try (OwnService service = new OwnService(Map.of())) {
      assertEquals(0, service.sql().number(MISSING), "of a new installation");
      Sql sql = service.sql();
      sql.run("drop index webhook_messages_default_customer");
      leaveBroken(sql, "webhook_deliveries_default_failed_at");
      assertEquals(2, service.sql().number(MISSING));
      service.process().kill();
      service.startAgain();
      Poll.until(TIME, () -> "missing indexes", () -> service.sql().number(MISSING) == 0);
    }
  }

  /**
   * A unique index of equal rows can't be completed, and a concurrent creation leaves its start.
   */
  private static void leaveBroken(Sql sql, String index) {
    sql.run(
        """
        insert into webhook_deliveries (
          workspace_id, endpoint_id, message_id, kind, status, attempts)
        select 1, 1, webhook_message_floor(now() + n * interval '1 year'), 'live', 'failed', 1
        from generate_series(2, 3) n
        """);
    sql.run("drop index " + index);
    assertThrows(
        IllegalStateException.class,
        () ->
            sql.run(
                "create unique index concurrently "
                    + index
                    + " on webhook_deliveries_default (workspace_id)"));
  }
}
