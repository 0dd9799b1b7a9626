package dev.shopwire.sources.figures;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The metrics of the partner report, with the formula that it prints. */
public enum Metric {
  INSTALLS(Unit.COUNT, Split.NONE, "installs with S ≤ at < E, reinstalls included"),
  REINSTALLS(Unit.COUNT, Split.NONE, "installs after an uninstall, with S ≤ at < E"),
  UNINSTALLS(Unit.COUNT, Split.NONE, "uninstalls with S ≤ at < E"),
  ACTIVE_INSTALLS(Unit.COUNT, Split.NONE, "pairs of an app and a shop that have it installed at E"),
  NET_INSTALLS(
      Unit.COUNT, Split.NONE, "active_installs at E less active_installs at the bucket's start"),
  TRIALS(Unit.COUNT, Split.PLAN, "pairs in state trial at E"),
  FROZEN_SUBSCRIPTIONS(Unit.COUNT, Split.PLAN, "pairs in state frozen at E"),
  ACTIVE_SUBSCRIPTIONS(Unit.COUNT, Split.PLAN, "pairs that pay at E"),
  MRR(
      Unit.MONEY,
      Split.CURRENCY_AND_PLAN,
      "Σ m at E; m: price ÷ 1, 3 or 12 of a pair that pays; 30 days are a month"),
  ARR(Unit.MONEY, Split.CURRENCY_AND_PLAN, "12 × mrr"),
  ARPU(Unit.MONEY, Split.CURRENCY_AND_PLAN, "mrr ÷ number of pairs with m > 0"),
  MRR_NEW(
      Unit.MONEY,
      Split.CURRENCY_AND_PLAN,
      "Σ m(E) of pairs with m(S) = 0 that never had m > 0 before S"),
  MRR_REACTIVATION(
      Unit.MONEY, Split.CURRENCY_AND_PLAN, "Σ m(E) of pairs with m(S) = 0 that had m > 0 before S"),
  MRR_EXPANSION(
      Unit.MONEY, Split.CURRENCY_AND_PLAN, "Σ max(0, m(E) − m(S)) of pairs with m(S) > 0"),
  MRR_CONTRACTION(
      Unit.MONEY,
      Split.CURRENCY_AND_PLAN,
      "Σ max(0, m(S) − m(E)) of pairs with m(S) > 0 and m(E) > 0"),
  MRR_CHURN(Unit.MONEY, Split.CURRENCY_AND_PLAN, "Σ m(S) of pairs with m(S) > 0 and m(E) = 0"),
  LOGO_CHURN(Unit.RATIO, Split.PLAN, "pairs that pay at S and do not at E ÷ pairs that pay at S"),
  REVENUE_CHURN(Unit.RATIO, Split.CURRENCY_AND_PLAN, "(mrr_contraction + mrr_churn) ÷ mrr(S)"),
  NRR(Unit.RATIO, Split.CURRENCY_AND_PLAN, "Σ m(E) of pairs with m(S) > 0 ÷ mrr(S)"),
  CHARGES_RECURRING(
      Unit.MONEY, Split.CURRENCY, "Σ gross (else net) of recurring earnings with S ≤ at < E"),
  CHARGES_USAGE(Unit.MONEY, Split.CURRENCY, "Σ gross (else net) of usage earnings with S ≤ at < E"),
  CHARGES_ONE_TIME(
      Unit.MONEY, Split.CURRENCY, "Σ gross (else net) of one-time earnings with S ≤ at < E"),
  CHARGES(Unit.MONEY, Split.CURRENCY, "charges_recurring + charges_usage + charges_one_time"),
  REFUNDS(Unit.MONEY, Split.CURRENCY, "−Σ gross (else net) of refunds with S ≤ at < E"),
  FEES(Unit.MONEY, Split.CURRENCY, "Σ fee of earnings with S ≤ at < E"),
  NET_REVENUE(Unit.MONEY, Split.CURRENCY, "Σ net of all earnings with S ≤ at < E"),
  PAYOUTS(
      Unit.MONEY, Split.CURRENCY, "Σ net of earnings settled on a date of the bucket before E's"),
  UNSETTLED(
      Unit.MONEY,
      Split.CURRENCY,
      "Σ net of earnings with at < E that are not settled before the date of E"),
  LTV(
      Unit.MONEY,
      Split.CURRENCY,
      "Σ net before E of earnings that name a shop ÷ number of those pairs"),
  PREDICTED_LTV(Unit.MONEY, Split.CURRENCY_AND_PLAN, "arpu ÷ logo_churn");

  /** By what the series of a metric differ. A series by plan is made on request only. */
  enum Split {
    NONE,
    PLAN,
    CURRENCY,
    CURRENCY_AND_PLAN
  }

  private final Unit unit;
  private final Split split;
  private final String formula;

  Metric(Unit unit, Split split, String formula) {
    this.unit = unit;
    this.split = split;
    this.formula = formula;
  }

  /** The name in the API. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  public Unit unit() {
    return unit;
  }

  /** How it is computed, where S and E are the start and the end of the bucket. */
  public String formula() {
    return formula;
  }

  /** Whether it has a series for each currency. */
  public boolean hasCurrency() {
    return split == Split.CURRENCY || split == Split.CURRENCY_AND_PLAN;
  }

  /** Whether it can be grouped by plan. The others stay whole. */
  public boolean hasPlan() {
    return split == Split.PLAN || split == Split.CURRENCY_AND_PLAN;
  }

  public static List<String> ids() {
    return Arrays.stream(values()).map(Metric::id).toList();
  }

  /** The metric named {@code id}; empty if there is none. */
  public static Optional<Metric> of(String id) {
    return Arrays.stream(values()).filter(metric -> metric.id().equals(id)).findFirst();
  }
}
