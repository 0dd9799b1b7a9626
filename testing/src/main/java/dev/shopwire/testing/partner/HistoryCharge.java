package dev.shopwire.testing.partner;

/**
 * The subscription of a shop to a plan.
 *
 * @param number unique; 0 if the platform does not say which charge it is
 * @param trialDays 0 for none
 * @param test whether no money is paid for it
 */
public record HistoryCharge(long number, HistoryPlan plan, int trialDays, boolean test) {
  public String id() {
    return "gid://platform/Charge/" + number;
  }
}
