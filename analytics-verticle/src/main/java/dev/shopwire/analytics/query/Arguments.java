package dev.shopwire.analytics.query;

import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/** The parameters of a statement while its text is put together. Not thread-safe. */
public final class Arguments {
  private final Tuple values = Tuple.tuple();

  /** Adds a value; returns its place in the text, as {@code $1}. */
  public String of(@Nullable Object value) {
    values.addValue(value);
    return "$" + values.size();
  }

  public Tuple tuple() {
    return values;
  }
}
