package dev.shopwire.common.postgres;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rows as columns: how many of them are sent as parameters of one statement. */
public final class Columns {
  private Columns() {}

  /**
   * Fills {@code values}, which is as long as there are rows.
   *
   * @return {@code values}
   */
  public static <S, T> T[] of(List<S> rows, T[] values, Function<S, @Nullable T> value) {
    for (int i = 0; i < values.length; i++) {
      values[i] = value.apply(rows.get(i));
    }
    return values;
  }
}
