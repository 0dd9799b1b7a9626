package dev.shopwire.attribution.history;

import dev.shopwire.common.json.Times;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats a row of the log for responses and exports. */
final class LogEntry {
  private LogEntry() {}

  static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", row.getLong("id").toString());
    json.put("at", format(row.getOffsetDateTime("logged_at")));
    json.put("app", party(row.getLong("app_id"), "slug", row.getString("slug")));
    json.put("customerId", CustomerId.of(row.getLong("customer_id")));
    json.put("myplatformDomain", row.getString("domain"));
    json.put("code", row.getString("code"));
    json.put("carrier", row.getString("carrier"));
    json.put("outcome", row.getString("outcome"));
    json.put("reason", row.getString("reason"));
    json.put("selfReferral", row.getBoolean("self_referral"));
    json.put(
        "affiliate", party(row.getLong("affiliate_id"), "name", row.getString("affiliate_name")));
    json.put("winner", party(row.getLong("winner_id"), "name", row.getString("winner_name")));
    json.put("note", row.getString("note"));
    json.put("occurredAt", format(row.getOffsetDateTime("occurred_at")));
    Long reevaluates = row.getLong("reevaluates");
    json.put("reevaluates", reevaluates == null ? null : reevaluates.toString());
    return json;
  }

  /** An id and a name; null if there is no id. */
  static @Nullable Map<String, @Nullable Object> party(
      @Nullable Long id, String nameField, @Nullable String name) {
    if (id == null) {
      return null;
    }
    Map<String, @Nullable Object> party = new LinkedHashMap<>();
    party.put("id", id.toString());
    party.put(nameField, name);
    return party;
  }

  static @Nullable String format(@Nullable OffsetDateTime at) {
    return at == null ? null : Times.format(at);
  }
}
