package dev.shopwire.sources.figures;

import java.util.Locale;

/** What a figure is. */
public enum Unit {
  /** A whole number. */
  COUNT,

  /** An amount in a currency, with the digits of that. */
  MONEY,

  /** A number of at most six digits after the point. */
  RATIO;

  /** The name in the API. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
