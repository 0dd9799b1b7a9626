package dev.shopwire.testing.partner;

/** The streams of the two dialects. */
public enum PartnerStream {
  /** The only stream of the newer dialect, whose events have ids. */
  EVENTS,

  /** The older dialect's stream without ids. */
  APP_EVENTS,

  /** The older dialect's stream of money, with ids. */
  TRANSACTIONS
}
