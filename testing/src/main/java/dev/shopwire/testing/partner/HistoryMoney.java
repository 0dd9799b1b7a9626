package dev.shopwire.testing.partner;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** An amount before and after the platform's fee. */
public record HistoryMoney(BigDecimal gross, BigDecimal fee, BigDecimal net, String currency) {
  private static final BigDecimal SHARE = new BigDecimal("0.15");

  /** With the usual fee, rounded to the amount's digits. */
  public static HistoryMoney of(BigDecimal gross, String currency) {
    BigDecimal fee = gross.multiply(SHARE).setScale(gross.scale(), RoundingMode.HALF_UP);
    return new HistoryMoney(gross, fee, gross.subtract(fee), currency);
  }

  /** Without a fee. */
  public static HistoryMoney free(BigDecimal net, String currency) {
    return new HistoryMoney(net, BigDecimal.ZERO.setScale(net.scale()), net, currency);
  }

  public HistoryMoney negate() {
    return new HistoryMoney(gross.negate(), fee.negate(), net.negate(), currency);
  }
}
