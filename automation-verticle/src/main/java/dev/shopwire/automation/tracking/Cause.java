package dev.shopwire.automation.tracking;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Why a customer is looked at.
 *
 * @param type as in transitions, or {@code seen}, which is announced as what the customer was seen
 *     by
 * @param at when it happened
 * @param appId null if no app caused it
 * @param chain how many runs of flows led to it, one by the effect of another
 */
record Cause(String type, OffsetDateTime at, @Nullable Long appId, int chain) {
  static final String REPAIR = "repair";
  static final String RETENTION = "retention";

  static Cause read(Row row) {
    return new Cause(
        row.getString("cause"),
        row.getOffsetDateTime("cause_at"),
        row.getLong("app_id"),
        row.getInteger("chain"));
  }

  /** The later of two, with the longer chain: of several causes the last is announced. */
  static Cause later(Cause one, Cause other) {
    Cause later = other.at().isAfter(one.at()) ? other : one;
    int chain = Math.max(one.chain(), other.chain());
    return later.chain() == chain
        ? later
        : new Cause(later.type(), later.at(), later.appId(), chain);
  }
}
