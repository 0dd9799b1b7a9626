package dev.shopwire.sources.events;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordRow;
import io.vertx.sqlclient.Row;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record in the list.
 *
 * @param customerId empty if the record names no shop, or one whose domain was never shown
 * @param raw the node as JSON text, exactly as it was stored
 */
record PartnerEventRow(
    PartnerEventPosition position,
    String kind,
    String type,
    Optional<Long> customerId,
    Optional<String> domain,
    RecordDetails details,
    String raw) {

  static PartnerEventRow read(Row row) {
    return new PartnerEventRow(
        new PartnerEventPosition(
            row.getOffsetDateTime("at").toInstant(), row.getString("stream"), row.getString("key")),
        row.getString("kind"),
        row.getString("type"),
        Optional.ofNullable(row.getLong("customer_id")),
        RecordRow.text(row, "domain"),
        RecordRow.details(row),
        row.getString("raw"));
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    // Names of streams have no colons, so that no two records have the same id.
    json.put("id", position.stream() + ":" + position.key());
    json.put("stream", position.stream());
    json.put("kind", kind);
    json.put("type", type);
    json.put("at", Times.format(position.at()));
    json.put("customer", customer().orElse(null));
    json.put("test", details.test());
    json.putAll(details.json());
    json.put("raw", new RawValue(raw));
    return json;
  }

  private Optional<Map<String, String>> customer() {
    return customerId.flatMap(
        id -> domain.map(name -> Map.of("id", CustomerId.of(id), "myplatformDomain", name)));
  }
}
