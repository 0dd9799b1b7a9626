package dev.shopwire.common.postgres;

import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/** Collects the parameters of a statement while its text is built. Not thread-safe. */
public final class SqlParameters {
  private final Tuple values = Tuple.tuple();

  /** Adds a value and returns its placeholder, such as {@code $1}. */
  public String add(@Nullable Object value) {
    values.addValue(value);
    return "$" + values.size();
  }

  public Tuple tuple() {
    return values;
  }
}
