package dev.shopwire.sources.lifecycle;

import java.math.BigDecimal;

/**
 * A price for one interval of billing.
 *
 * @param currency an ISO 4217 code as the platform sent it
 */
public record Price(BigDecimal amount, String currency) {
  /** Whether both have the same value, whatever their number of digits. */
  public boolean isSameAs(Price other) {
    return currency.equals(other.currency) && amount.compareTo(other.amount) == 0;
  }
}
