package dev.shopwire.app.mail.campaigns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests that an audience is that of one moment while the customers that it holds change. */
class CampaignSnapshotIT {
  private static final int CUSTOMERS = RunSize.of("campaignSnapshot.customers", 4_000, 40_000);
  private static final int CAMPAIGNS = RunSize.of("campaignSnapshot.campaigns", 4, 40);

  /** As many customers come into the audience as leave it, at every moment. */
  private static final String SWAP =
      """
      update customer_profiles p set name = case p.name when 'In' then 'Out' else 'In' end
      from (
        (select customer_id from customer_profiles where workspace_id = %1$s and name = 'In'
          order by random() limit 20)
        union all
        (select customer_id from customer_profiles where workspace_id = %1$s and name = 'Out'
          order by random() limit 20)) s
      where p.workspace_id = %1$s and p.customer_id = s.customer_id
      """;

  private static final RunningService SERVICE = RunningService.shared();

  @Test
  void asManyGetAMailAsAreInTheAudienceAtAnyMoment() {
    CampaignWorkspace workspace = new CampaignWorkspace(SERVICE.tenants());
    Sql sql = SERVICE.sql();
    workspace.bulk(sql, CUSTOMERS);
    sql.run(
        """
        update customer_profiles set name = case when customer_id %% 2 = 0 then 'In' else 'Out' end
        where workspace_id = %s
        """
            .formatted(workspace.id()));
    long members =
        sql.number(
            "select count(*) from customer_profiles where workspace_id = ? and name = 'In'",
            Long.valueOf(workspace.id()));
    String template = workspace.template("<p>Hi</p>");
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Integer> swaps =
        CompletableFuture.supplyAsync(
            () -> {
              int swapped = 0;
              while (!isOver.get()) {
                sql.run(SWAP.formatted(workspace.id()));
                swapped++;
              }
              return swapped;
            });
    try {
      for (int i = 0; i < CAMPAIGNS; i++) {
        String id = workspace.created(workspace.body("name = \"In\"", template, "shop"));
        workspace.acted(id, "start");
        JsonNode frozen = workspace.await(id, campaign -> !campaign.path("frozenAt").isNull());
        assertEquals(members, frozen.path("total").asLong(), frozen::toString);
        assertEquals(0, frozen.path("duplicates").asInt(), frozen::toString);
        workspace.act(id, "cancel");
      }
    } finally {
      isOver.set(true);
    }
    int swapped = swaps.join();
    assertTrue(swapped >= CAMPAIGNS, () -> swapped + " changes");
    System.out.printf("%d campaigns, %d changes of 40 customers%n", CAMPAIGNS, swapped);
  }
}
