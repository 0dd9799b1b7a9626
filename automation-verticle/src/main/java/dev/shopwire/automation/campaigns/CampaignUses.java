package dev.shopwire.automation.campaigns;

import dev.shopwire.automation.language.Uses;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of what campaigns use, which is not deleted before they are over. Methods run on the
 * caller's event loop; who stores a use holds what is used until the commit.
 */
public final class CampaignUses {
  private static final String DELETE =
      "delete from campaign_uses where workspace_id = $1 and campaign_id = $2";
  private static final String INSERT =
      """
      insert into campaign_uses (workspace_id, campaign_id, kind, used_id)
      select $1, $2, kind, used_id from unnest($3::text[], $4::bigint[]) as used (kind, used_id)
      on conflict (workspace_id, campaign_id, kind, used_id) do nothing
      """;
  private static final String SENDER = "sender";

  private CampaignUses() {}

  /** Something that a campaign uses. */
  private record Use(String kind, long id) {}

  /** Replaces what a campaign uses by what its definition names. */
  static Future<Void> replace(SqlClient client, Campaign campaign) {
    return client
        .preparedQuery(DELETE)
        .execute(Tuple.of(campaign.key().workspaceId(), campaign.id()))
        .compose(deleted -> insert(client, campaign.key(), of(campaign.definition())));
  }

  /** Adds the sender that the workspace's settings named when the campaign's mails were made. */
  public static Future<Void> addSender(SqlClient client, CampaignKey key, long senderId) {
    return insert(client, key, List.of(new Use(SENDER, senderId)));
  }

  private static Future<Void> insert(SqlClient client, CampaignKey key, List<Use> uses) {
    return client
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(key.workspaceId(), key.campaignId())
                .addArrayOfString(uses.stream().map(Use::kind).toArray(String[]::new))
                .addArrayOfLong(uses.stream().map(Use::id).toArray(Long[]::new)))
        .mapEmpty();
  }

  private static List<Use> of(CampaignDefinition definition) {
    List<Use> uses = new ArrayList<>(List.of(new Use("template", definition.templateId())));
    add(uses, SENDER, definition.senderId());
    add(uses, "topic", definition.topicId());
    definition.audience().segment().ifPresent(id -> add(uses, "segment", id));
    definition
        .audience()
        .condition()
        .map(Uses::of)
        .ifPresent(
            named -> {
              add(uses, "field", named.fields());
              add(uses, "app", named.apps());
              add(uses, "segment", named.segments());
              add(uses, "affiliate", named.affiliates());
            });
    return uses;
  }

  private static void add(List<Use> uses, String kind, @Nullable Long id) {
    if (id != null) {
      uses.add(new Use(kind, id));
    }
  }

  private static void add(List<Use> uses, String kind, Collection<Long> ids) {
    ids.forEach(id -> uses.add(new Use(kind, id)));
  }
}
