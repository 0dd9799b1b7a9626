package dev.shopwire.analytics.query;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.data.Numeric;

/** Estimates the size of a row's values in bytes. */
final class RowSize {
  private static final int DEFAULT_BYTES = 8;

  private RowSize() {}

  static long of(Row row) {
    long bytes = 0;
    for (int i = 0; i < row.size(); i++) {
      Object value = row.getValue(i);
      if (value instanceof String text) {
        bytes += text.length();
      } else if (value instanceof Buffer buffer) {
        bytes += buffer.length();
      } else if (value instanceof Numeric number) {
        bytes += Math.max(DEFAULT_BYTES, digits(number));
      } else if (value != null) {
        bytes += DEFAULT_BYTES;
      }
    }
    return bytes;
  }

  private static int digits(Numeric number) {
    return number.isNaN() ? 0 : number.bigDecimalValue().precision();
  }
}
