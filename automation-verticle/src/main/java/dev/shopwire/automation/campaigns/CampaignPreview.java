package dev.shopwire.automation.campaigns;

import dev.shopwire.automation.campaigns.audience.AddressSet;
import dev.shopwire.automation.campaigns.audience.Addressee;
import dev.shopwire.automation.campaigns.audience.AudienceReader;
import dev.shopwire.automation.campaigns.audience.AudienceReader.Totals;
import dev.shopwire.automation.segments.CustomerRows;
import dev.shopwire.automation.settings.AutomationSettings;
import dev.shopwire.automation.suppressions.AddressHashes;
import dev.shopwire.automation.suppressions.Suppressions;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts whom a campaign would reach if it were started now, by the same rules as its start. For
 * one preview, on the caller's event loop.
 */
final class CampaignPreview {
  static final int SAMPLE = 10;

  /** More don't fit into the memory of a preview. */
  private static final int MAX_ADDRESSES = 1_000_000;

  private static final String SANDBOX = "sandbox";

  private final SqlConnection connection;
  private final Campaign campaign;
  private final AutomationSettings settings;
  private final Optional<AddressHashes> hashes;
  private final AddressSet seen = new AddressSet();
  private final List<Shown> sample = new ArrayList<>(SAMPLE);
  private long suppressed;
  private long sandboxed;

  private CampaignPreview(
      SqlConnection connection,
      Campaign campaign,
      AutomationSettings settings,
      Optional<AddressHashes> hashes) {
    this.connection = connection;
    this.hashes = hashes;
    this.campaign = campaign;
    this.settings = settings;
  }

  private record Shown(Addressee addressee, @Nullable String refusal) {}

  /**
   * @param connection with a transaction that sees one moment
   * @param at that moment
   * @param hashes what erased addresses are suppressed under
   */
  static Future<Map<String, @Nullable Object>> read(
      SqlConnection connection, Campaign campaign, Instant at, Optional<AddressHashes> hashes) {
    long workspaceId = campaign.key().workspaceId();
    return AutomationSettings.read(connection, workspaceId)
        .compose(
            settings ->
                campaign
                    .definition()
                    .audience()
                    .resolve(connection, workspaceId, CampaignDefinition.ZONE)
                    .compose(
                        resolved -> {
                          CampaignPreview preview =
                              new CampaignPreview(connection, campaign, settings, hashes);
                          return new AudienceReader(
                                  connection, campaign.definition().to(), preview::count)
                              .read(resolved, at)
                              .compose(preview::json);
                        }));
  }

  private Future<Void> count(List<Addressee> addressees) {
    Map<String, Addressee> distinct = new LinkedHashMap<>();
    for (Addressee addressee : addressees) {
      String key = addressee.address().normalized();
      if (seen.add(key)) {
        distinct.put(key, addressee);
      }
    }
    if (seen.size() > MAX_ADDRESSES) {
      throw Failure.invalid(
          "",
          "audience_too_large",
          "The audience has more than %d addresses: it can be started, but not previewed"
              .formatted(MAX_ADDRESSES));
    }
    CampaignDefinition definition = campaign.definition();
    return Suppressions.reasons(
            connection,
            campaign.key().workspaceId(),
            definition.topicOrNone(),
            definition.isTransactional(),
            distinct.keySet(),
            hashes)
        .map(
            reasons -> {
              distinct.forEach((key, addressee) -> count(addressee, reasons.get(key)));
              return null;
            });
  }

  private void count(Addressee addressee, @Nullable String reason) {
    String refusal = reason;
    if (reason != null) {
      suppressed++;
    } else if (!settings.allows(addressee.address())) {
      sandboxed++;
      refusal = SANDBOX;
    }
    if (sample.size() < SAMPLE) {
      sample.add(new Shown(addressee, refusal));
    }
  }

  private Future<Map<String, @Nullable Object>> json(Totals totals) {
    List<Long> ids = sample.stream().map(shown -> shown.addressee().customerId()).toList();
    return CustomerRows.domains(connection, campaign.key().workspaceId(), ids)
        .map(
            domains -> {
              Map<String, @Nullable Object> json = new LinkedHashMap<>();
              json.put("customers", totals.customers());
              json.put("recipients", (long) seen.size());
              json.put("withoutAddress", totals.withoutAddress());
              json.put("suppressed", suppressed);
              json.put("sandboxed", sandboxed);
              json.put("sample", sample.stream().map(shown -> json(shown, domains)).toList());
              return json;
            });
  }

  private static Map<String, @Nullable Object> json(Shown shown, Map<Long, String> domains) {
    long customerId = shown.addressee().customerId();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("customerId", CustomerId.of(customerId));
    json.put("myplatformDomain", domains.get(customerId));
    json.put("to", shown.addressee().address().toString());
    json.put("suppressed", shown.refusal());
    return json;
  }
}
