package dev.shopwire.sources.report;

import dev.shopwire.sources.records.BillingInterval;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.ShopIdentity;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads stored records without what no figure needs: types, texts and nodes. */
final class ReportRecords {
  static final String COLUMNS =
      """
      r.stream, r.key, r.kind, r.at, r.shop, r.subscription, r.plan, r.amount::text as amount,
      r.currency, r.billing, r.trial_days, r.trial_ends_at, r.effective_at, r.category,
      r.net::text as net, r.gross::text as gross, r.fee::text as fee, r.settled_on, r.is_test
      """;

  private ReportRecords() {}

  static PartnerRecord read(long appId, Row row) {
    String stream = row.getString("stream");
    String key = row.getString("key");
    return new PartnerRecord(
        appId,
        stream,
        key,
        stream + ":" + key,
        RecordKind.of(row.getString("kind")).orElseThrow(),
        "",
        row.getOffsetDateTime("at").toInstant(),
        text(row, "shop")
            .map(shop -> new ShopIdentity(Optional.of(shop), Optional.empty(), Optional.empty())),
        Optional.empty(),
        details(row));
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
}
