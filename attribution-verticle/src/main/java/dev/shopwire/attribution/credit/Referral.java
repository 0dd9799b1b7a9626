package dev.shopwire.attribution.credit;

import dev.shopwire.common.json.Times;
import dev.shopwire.common.outbox.Outbox.Change;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.tenancy.CustomerId;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A shop's credit that an affiliate has received, for webhooks.
 *
 * @param domain the shop's domain
 * @param code as registered by the affiliate; null if an admin assigned the credit
 * @param carrier how the code arrived, or {@code manual}
 */
public record Referral(
    long workspaceId,
    long appId,
    long customerId,
    String domain,
    long affiliateId,
    String affiliateName,
    @Nullable String code,
    OffsetDateTime at,
    String carrier) {

  public Change toChange() {
    Map<String, @Nullable Object> affiliate = new LinkedHashMap<>();
    affiliate.put("id", Long.toString(affiliateId));
    affiliate.put("name", affiliateName);
    affiliate.put("code", code);
    Map<String, @Nullable Object> resource = new LinkedHashMap<>();
    resource.put("affiliate", affiliate);
    resource.put("customer", Map.of("id", CustomerId.of(customerId), "myplatformDomain", domain));
    resource.put("attributedAt", Times.format(at));
    resource.put("carrier", carrier);
    return new Change(workspaceId, appId, Topic.REFERRAL, customerId, resource);
  }
}
