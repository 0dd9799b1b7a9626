package dev.shopwire.app.mail.campaigns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.OwnStores;
import dev.shopwire.automation.campaigns.CampaignKey;
import dev.shopwire.automation.campaigns.CampaignTable;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.testing.Sql;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that a workspace with many campaigns keeps no other from starting. */
class CampaignTurnsIT {
  private static final String WORKSPACE =
      "insert into workspaces (name) values ('turns') returning id";
  private static final String PREPARING =
      """
      insert into campaigns (workspace_id, name, status, segment_id, recipients, template_id,
        transactional)
      select %d, 'C' || i, 'preparing', 1, array['shop'], 1, false from generate_series(1, %d) i
      """;

  @Test
  void oneCampaignOfEachWorkspaceIsNext() {
    Vertx vertx = Vertx.vertx();
    try (OwnStores stores = new OwnStores("campaign-turns")) {
      Sql sql = stores.sql();
      long busy = sql.number(WORKSPACE);
      long quiet = sql.number(WORKSPACE);
      sql.run(PREPARING.formatted(busy, 500));
      sql.run(PREPARING.formatted(quiet, 1));
      Pool pool = new Postgres(stores.postgres().uri()).pool(vertx, 1, SessionSettings.CALLS);
      List<CampaignKey> found = CampaignTable.preparing(pool, List.of()).await();
      assertEquals(List.of(busy, quiet), found.stream().map(CampaignKey::workspaceId).toList());
      List<CampaignKey> others = CampaignTable.preparing(pool, found.subList(0, 1)).await();
      assertEquals(List.of(busy, quiet), others.stream().map(CampaignKey::workspaceId).toList());
      assertEquals(found.get(0).campaignId() + 1, others.get(0).campaignId());
      sql.close();
    } finally {
      vertx.close().await();
    }
  }
}
