package dev.shopwire.sources.events;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.sources.records.BillingInterval;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.RecordDetails;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
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
        text(row, "domain"),
        details(row),
        row.getString("raw"));
  }

  private static RecordDetails details(Row row) {
    return RecordDetails.builder()
        .subscription(text(row, "subscription"))
        .plan(text(row, "plan"))
        .amount(amount(row, "amount"))
        .currency(text(row, "currency"))
        .interval(text(row, "billing").flatMap(BillingInterval::of))
        .trialDays(Optional.ofNullable(row.getInteger("trial_days")))
        .trialEndsAt(instant(row, "trial_ends_at"))
        .effectiveAt(instant(row, "effective_at"))
        .category(text(row, "category").flatMap(Category::of))
        .net(amount(row, "net"))
        .gross(amount(row, "gross"))
        .fee(amount(row, "fee"))
        .settledOn(Optional.ofNullable(row.getLocalDate("settled_on")))
        .reason(text(row, "reason"))
        .note(text(row, "note"))
        .status(text(row, "status"))
        .test(row.getBoolean("is_test"))
        .build();
  }

  private static Optional<String> text(Row row, String column) {
    return Optional.ofNullable(row.getString(column));
  }

  private static Optional<BigDecimal> amount(Row row, String column) {
    return text(row, column).map(BigDecimal::new);
  }

  private static Optional<Instant> instant(Row row, String column) {
    @Nullable OffsetDateTime time = row.getOffsetDateTime(column);
    return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
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
