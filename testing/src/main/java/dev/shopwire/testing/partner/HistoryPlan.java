package dev.shopwire.testing.partner;

import java.math.BigDecimal;
import java.util.List;

/**
 * A plan of the emulated app.
 *
 * @param price for one period
 * @param period the platform's word
 * @param days the length of a period
 */
public record HistoryPlan(
    String handle, BigDecimal price, String currency, String period, int days) {
  private static final String MONTHLY = "EVERY_30_DAYS";
  private static final String QUARTERLY = "EVERY_90_DAYS";
  private static final String ANNUAL = "ANNUAL";

  /** Plans in a currency with two digits, among them prices that 3 and 12 do not divide. */
  public static final List<HistoryPlan> TWO_DIGITS =
      List.of(
          of("basic", "9.99", "USD", MONTHLY, 30),
          of("pro", "50.00", "USD", MONTHLY, 30),
          of("team", "100.00", "USD", QUARTERLY, 90),
          of("pro-annual", "499.90", "USD", ANNUAL, 365));

  /** Plans in a currency without digits after the point. */
  public static final List<HistoryPlan> NO_DIGITS =
      List.of(
          of("basic", "1500", "JPY", MONTHLY, 30),
          of("team", "20000", "JPY", QUARTERLY, 90),
          of("pro-annual", "70000", "JPY", ANNUAL, 365));

  private static HistoryPlan of(
      String handle, String price, String currency, String period, int days) {
    return new HistoryPlan(handle, new BigDecimal(price), currency, period, days);
  }
}
