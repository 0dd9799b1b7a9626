package dev.shopwire.attribution.credit;

import java.util.Locale;

/**
 * Why a code did not credit anybody: a closed list (docs/api/attribution.md), in the words of the
 * API.
 */
public enum RefusalReason {
  ALREADY_ATTRIBUTED,
  UNKNOWN_CODE,
  AFFILIATE_NOT_ACTIVE,
  CODE_EXPIRED,
  SELF_REFERRAL,
  SHOP_EXCLUDED,
  /** Only in the log: the caller gets an error instead of an answer. */
  APP_MISMATCH;

  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
