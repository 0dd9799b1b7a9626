package dev.shopwire.sources.frozen;

import java.util.Arrays;
import java.util.Locale;

/**
 * Why a figure of a past day changed. If several apply, the last one in this order is shown, which
 * is that of the alphabet, as in PostgreSQL.
 */
enum Cause {
  BACKFILL,
  CHANGED_RECORD,
  DIALECT,
  LATE_RECORD,
  REBUILD;

  /** The name in the API and in the database. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Cause read(String id) {
    return Arrays.stream(values()).filter(one -> one.id().equals(id)).findFirst().orElseThrow();
  }

  static Cause last(Cause one, Cause other) {
    return one.compareTo(other) < 0 ? other : one;
  }
}
