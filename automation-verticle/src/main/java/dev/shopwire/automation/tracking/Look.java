package dev.shopwire.automation.tracking;

import dev.shopwire.common.postgres.Columns;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;

/** A customer to look at for one segment. */
record Look(long customerId, Cause cause) {

  static Long[] customers(List<Look> looks) {
    return Columns.of(looks, new Long[looks.size()], Look::customerId);
  }

  static String[] causes(List<Look> looks) {
    return Columns.of(looks, new String[looks.size()], look -> look.cause().type());
  }

  static OffsetDateTime[] times(List<Look> looks) {
    return Columns.of(looks, new OffsetDateTime[looks.size()], look -> look.cause().at());
  }

  static Long[] apps(List<Look> looks) {
    return Columns.of(looks, new Long[looks.size()], look -> look.cause().appId());
  }

  static Integer[] chains(List<Look> looks) {
    return Columns.of(looks, new Integer[looks.size()], look -> look.cause().chain());
  }

  /** Appends five arrays: customers, types, times, apps and chains of the causes. */
  static Tuple addTo(Tuple tuple, List<Look> looks) {
    return tuple
        .addArrayOfLong(customers(looks))
        .addArrayOfString(causes(looks))
        .addArrayOfOffsetDateTime(times(looks))
        .addArrayOfLong(apps(looks))
        .addArrayOfInteger(chains(looks));
  }
}
