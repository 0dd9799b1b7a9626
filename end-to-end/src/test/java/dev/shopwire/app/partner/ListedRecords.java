package dev.shopwire.app.partner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.sources.records.BillingInterval;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.ShopIdentity;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.function.Function;

/** Records as the list of the API shows them. */
final class ListedRecords {
  private ListedRecords() {}

  static PartnerRecord read(JsonNode event) {
    String id = event.path("id").asText();
    String stream = event.path("stream").asText();
    return new PartnerRecord(
        1,
        stream,
        id.substring(stream.length() + 1),
        id,
        RecordKind.of(event.path("kind").asText()).orElseThrow(),
        event.path("type").asText(),
        Instant.parse(event.path("at").asText()),
        Optional.of(event.at("/raw/shop/id"))
            .filter(JsonNode::isTextual)
            .map(JsonNode::asText)
            .map(shop -> new ShopIdentity(Optional.of(shop), Optional.empty(), Optional.empty())),
        Optional.empty(),
        details(event));
  }

  private static RecordDetails details(JsonNode event) {
    return RecordDetails.builder()
        .subscription(value(event, "subscription", Function.identity()))
        .plan(value(event, "plan", Function.identity()))
        .amount(value(event, "amount", BigDecimal::new))
        .currency(value(event, "currency", Function.identity()))
        .interval(value(event, "interval", id -> BillingInterval.of(id).orElseThrow()))
        .trialDays(value(event, "trialDays", Integer::valueOf))
        .trialEndsAt(value(event, "trialEndsAt", Instant::parse))
        .effectiveAt(value(event, "effectiveAt", Instant::parse))
        .category(value(event, "category", id -> Category.of(id).orElseThrow()))
        .net(value(event, "net", BigDecimal::new))
        .gross(value(event, "gross", BigDecimal::new))
        .fee(value(event, "fee", BigDecimal::new))
        .settledOn(value(event, "settledOn", LocalDate::parse))
        .reason(value(event, "reason", Function.identity()))
        .note(value(event, "note", Function.identity()))
        .test(event.path("test").asBoolean())
        .build();
  }

  private static <T> Optional<T> value(JsonNode event, String name, Function<String, T> read) {
    JsonNode value = event.path(name);
    return value.isMissingNode() ? Optional.empty() : Optional.of(read.apply(value.asText()));
  }
}
