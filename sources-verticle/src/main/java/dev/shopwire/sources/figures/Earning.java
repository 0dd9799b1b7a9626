package dev.shopwire.sources.figures;

import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordDetails;
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
    if (!record.isEarning()) {
      return Optional.empty();
    }
    RecordDetails details = record.details();
    BigDecimal net = details.net().orElseThrow();
    return Optional.of(
        new Earning(
            record.id(),
            record.at(),
            details.category().orElse(Category.OTHER),
            details.currency().orElseThrow(),
            net,
            details.gross().orElse(net),
            details.fee().orElse(BigDecimal.ZERO),
            details.settledOn()));
  }
}
