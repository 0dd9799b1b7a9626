package dev.shopwire.automation.campaigns;

import dev.shopwire.automation.campaigns.audience.AddressChoice;
import dev.shopwire.automation.campaigns.audience.Audience;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.language.ConditionText;
import dev.shopwire.automation.language.Uses;
import dev.shopwire.automation.messages.MailCounts;
import dev.shopwire.automation.names.Mentions;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.VocabularyReader;
import dev.shopwire.common.json.Times;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads campaigns as the console's OpenAPI document shows them. Methods need a transaction that
 * sees one moment, so that counts add up, and run on the caller's event loop.
 */
final class CampaignReads {
  private CampaignReads() {}

  /**
   * The JSON of a campaign.
   *
   * @param withPrivate whether the reader may see private fields; if not, a condition that uses
   *     them is hidden
   */
  static Future<Map<String, @Nullable Object>> json(
      SqlClient client, Campaign campaign, boolean withPrivate) {
    return vocabulary(client, campaign)
        .compose(
            vocabulary ->
                listed(client, campaign.key().workspaceId(), List.of(campaign))
                    .map(
                        all -> {
                          Map<String, @Nullable Object> json = all.get(0);
                          json.put(
                              "audience",
                              audience(campaign.definition().audience(), vocabulary, withPrivate));
                          return json;
                        }));
  }

  /** What names mean to the condition of a campaign; nothing if it has none. */
  static Future<Vocabulary> vocabulary(SqlClient client, Campaign campaign) {
    return campaign
        .definition()
        .audience()
        .condition()
        .map(
            condition ->
                VocabularyReader.read(
                    client,
                    campaign.key().workspaceId(),
                    new Mentions(Set.of(), Uses.of(condition).affiliates())))
        .orElseGet(
            () ->
                Future.succeededFuture(
                    new Vocabulary(Map.of(), Map.of(), Map.of(), Map.of(), Map.of())));
  }

  /** The JSON of campaigns in lists, which have no audience, as that may be long. */
  static Future<List<Map<String, @Nullable Object>>> listed(
      SqlClient client, long workspaceId, List<Campaign> campaigns) {
    return MailCounts.ofCampaigns(
            client, workspaceId, campaigns.stream().map(Campaign::id).toList())
        .map(
            counts ->
                campaigns.stream()
                    .map(campaign -> json(campaign, counts.getOrDefault(campaign.id(), Map.of())))
                    .toList());
  }

  private static Map<String, @Nullable Object> json(Campaign campaign, Map<String, Long> counts) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(campaign.id()));
    json.put("name", campaign.definition().name());
    json.put("status", campaign.status().id());
    json.putAll(delivery(campaign.definition()));
    json.put("scheduledAt", time(campaign.scheduledAt()));
    json.put("missed", campaign.isMissed());
    json.put("frozenAt", time(campaign.frozenAt()));
    json.put("endedAt", time(campaign.endedAt()));
    json.put("templateVersion", campaign.templateVersion());
    json.put("total", campaign.total());
    json.put("withoutAddress", campaign.withoutAddress());
    json.put("duplicates", campaign.duplicates());
    json.put("counts", counts);
    json.put("createdAt", Times.format(campaign.createdAt()));
    json.put("updatedAt", Times.format(campaign.updatedAt()));
    return json;
  }

  private static Map<String, @Nullable Object> delivery(CampaignDefinition definition) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("to", definition.to().stream().map(AddressChoice::text).toList());
    json.put("template", Long.toString(definition.templateId()));
    json.put("sender", id(definition.senderId()));
    json.put("topic", id(definition.topicId()));
    json.put("transactional", definition.isTransactional());
    return json;
  }

  private static Map<String, @Nullable Object> audience(
      Audience audience, Vocabulary vocabulary, boolean withPrivate) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    audience.segment().ifPresent(id -> json.put("segment", Long.toString(id)));
    audience
        .condition()
        .ifPresent(
            condition -> {
              boolean isHidden = !withPrivate && usesPrivateField(condition, vocabulary);
              json.put("condition", isHidden ? null : ConditionText.print(condition, vocabulary));
              if (isHidden) {
                json.put("hidden", true);
              }
            });
    return json;
  }

  /** A field that is gone may have been private. */
  private static boolean usesPrivateField(Condition condition, Vocabulary vocabulary) {
    return Uses.of(condition).fields().stream()
        .anyMatch(
            id -> {
              Vocabulary.Field field = vocabulary.fields().get(id);
              return field == null || field.isPrivate();
            });
  }

  /** For the audit log, whose readers see private fields. */
  static Map<String, @Nullable Object> auditFields(
      CampaignDefinition definition, Vocabulary vocabulary) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("name", definition.name());
    fields.put("audience", audience(definition.audience(), vocabulary, true));
    fields.putAll(delivery(definition));
    return fields;
  }

  private static @Nullable String id(@Nullable Long id) {
    return id == null ? null : Long.toString(id);
  }

  private static @Nullable String time(@Nullable OffsetDateTime time) {
    return time == null ? null : Times.format(time);
  }
}
