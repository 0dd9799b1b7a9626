package dev.shopwire.attribution.credit;

import java.util.Locale;

/** Why a code was not credited: a closed list (docs/api/attribution.md). */
public enum RefusalReason {
  ALREADY_ATTRIBUTED,
  UNKNOWN_CODE,
  AFFILIATE_NOT_ACTIVE,
  CODE_EXPIRED,
  SELF_REFERRAL,
  SHOP_EXCLUDED,
  /** Only in the log: the caller gets an error response. */
  APP_MISMATCH;

  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
