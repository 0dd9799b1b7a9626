package dev.shopwire.sources.records;

import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the values of a record from a row of the table {@code partner_records}. */
public final class RecordRow {
  /** The columns that {@link #details} reads, of the table {@code r}. */
  public static final String COLUMNS =
      """
      r.subscription, r.plan, r.amount::text as amount, r.currency, r.billing, r.trial_days,
      r.trial_ends_at, r.effective_at, r.category, r.net::text as net, r.gross::text as gross,
      r.fee::text as fee, r.settled_on, r.reason, r.note, r.status, r.is_test
      """;

  private RecordRow() {}

  public static RecordDetails details(Row row) {
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

  /** A text column; empty if it is null. */
  public static Optional<String> text(Row row, String column) {
    return Optional.ofNullable(row.getString(column));
  }

  /** A column with a decimal number as text, digit for digit; empty if it is null. */
  public static Optional<BigDecimal> amount(Row row, String column) {
    return text(row, column).map(BigDecimal::new);
  }

  /** A column with a time; empty if it is null. */
  public static Optional<Instant> instant(Row row, String column) {
    @Nullable OffsetDateTime time = row.getOffsetDateTime(column);
    return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
  }
}
