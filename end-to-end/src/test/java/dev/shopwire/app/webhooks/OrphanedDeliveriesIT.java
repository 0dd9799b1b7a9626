package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that deliveries are sent whose numbering no process knows of. They are looked for every
 * quarter of a minute, so this test stands apart from those that the build repeats elsewhere.
 */
@Tag("everywhere")
class OrphanedDeliveriesIT {
  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  /** As when the connection breaks between a commit and its response. */
  @Test
  void orphanedDeliveriesAreSent() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    fixture.post(0, 1);
    fixture.await("/a", 1);
    fixture.awaitNothingDue();
    RunningService.shared()
        .sql()
        .run(
            """
            do $$
            begin
              perform webhook_emit(array[%1$s], array[%2$s], array['customers/usage_event'],
                array[null]::bigint[], array['{"eventId":"untold"}']);
              update webhook_counters set places = places + 1, sequences = sequences + 1
              where endpoint_id = %3$s;
              update webhook_due d set place = c.places, sequence = c.sequences
              from webhook_counters c where c.endpoint_id = d.endpoint_id and c.endpoint_id = %3$s;
            end $$
            """
                .formatted(fixture.app().workspaceId(), fixture.app().appId(), endpoint.id()));
    assertEquals("untold", fixture.await("/a", 2).get(1).eventId());
    fixture.awaitNothingDue();
  }
}
