package dev.shopwire.sources.figures;

import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * An earning that is no test.
 *
 * @param gross what the shop paid; the net where the platform does not say
 * @param fee zero where the platform does not say
 */
public record Earning(
    String recordId,
    Instant at,
    Category category,
    String currency,
    BigDecimal net,
    BigDecimal gross,
    BigDecimal fee,
    Optional<LocalDate> settledOn) {

  /** The earning of a record; empty if it is none, or a test. */
  public static Optional<Earning> of(PartnerRecord record) {
    RecordDetails details = record.details();
    if (record.kind() != RecordKind.EARNING
        || details.test()
        || details.net().isEmpty()
        || details.currency().isEmpty()) {
      return Optional.empty();
    }
    BigDecimal net = details.net().get();
    return Optional.of(
        new Earning(
            record.id(),
            record.at(),
            details.category().orElse(Category.OTHER),
            details.currency().get(),
            net,
            details.gross().orElse(net),
            details.fee().orElse(BigDecimal.ZERO),
            details.settledOn()));
  }
}
