package dev.shopwire.automation.reports;

import java.util.Optional;

/**
 * A report that arrived.
 *
 * @param claim empty if it is ignored, whatever mails there are
 * @param ignored present then
 */
record Item(Optional<Claim> claim, Optional<ReportOutcome> ignored) {
  static Item of(Claim claim) {
    return new Item(Optional.of(claim), Optional.empty());
  }

  static Item of(ReportOutcome ignored) {
    return new Item(Optional.empty(), Optional.of(ignored));
  }
}
