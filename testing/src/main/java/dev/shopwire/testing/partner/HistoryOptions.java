package dev.shopwire.testing.partner;

import java.time.LocalDate;

/**
 * What a random history contains. Equal options give equal histories.
 *
 * @param start the first day, in UTC
 * @param days the length
 * @param testShare the share of subscriptions that are tests, as all shares from 0 to 1
 * @param redactedShare the share of shops whose domain the platform hides
 * @param namelessShare the share of recurring earnings that name no charge
 */
public record HistoryOptions(
    long seed,
    LocalDate start,
    int days,
    double testShare,
    double redactedShare,
    double namelessShare) {

  /** Two years, with a few of everything. */
  public static HistoryOptions twoYears(long seed) {
    return new HistoryOptions(seed, LocalDate.parse("2024-01-01"), 731, 0.03, 0.03, 0.1);
  }

  /** The first day after the history. */
  public LocalDate end() {
    return start.plusDays(days);
  }
}
