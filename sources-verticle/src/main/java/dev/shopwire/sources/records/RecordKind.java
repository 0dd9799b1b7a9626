package dev.shopwire.sources.records;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The kinds of records. Those that change the state of a shop are in the order in which records of
 * one instant take effect; the others follow.
 */
public enum RecordKind {
  SUBSCRIPTION_CANCELED,
  UNINSTALLED,
  DEACTIVATED,
  INSTALLED,
  REACTIVATED,
  SUBSCRIPTION_ACTIVATED,
  SUBSCRIPTION_UPDATED,
  SUBSCRIPTION_UNFROZEN,
  SUBSCRIPTION_FROZEN,
  SUBSCRIPTION_CANCEL_SCHEDULED,
  CHARGE,
  EARNING,
  CREDIT;

  /** The name used in dialect files, in the API and in the database. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind named {@code id}; empty if there is none. */
  public static Optional<RecordKind> of(String id) {
    return Arrays.stream(values()).filter(kind -> kind.id().equals(id)).findFirst();
  }

  /** Whether it is money, which counts as money also without a shop. */
  public boolean isMoney() {
    return this == CHARGE || this == EARNING || this == CREDIT;
  }
}
