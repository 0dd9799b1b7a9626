package dev.shopwire.automation.tracking;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Why a customer is looked at.
 *
 * @param type as in transitions, or {@code seen}, which is told as what the customer was seen by
 * @param at when it happened
 * @param appId null if no app caused it
 */
record Cause(String type, OffsetDateTime at, @Nullable Long appId) {
  static final String REPAIR = "repair";
  static final String RETENTION = "retention";

  static Cause read(Row row) {
    return new Cause(
        row.getString("cause"), row.getOffsetDateTime("cause_at"), row.getLong("app_id"));
  }

  /** The later of two: of several causes the last is told. */
  static Cause later(Cause one, Cause other) {
    return other.at().isAfter(one.at()) ? other : one;
  }
}
