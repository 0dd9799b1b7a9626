package dev.shopwire.common.postgres;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns rows into column arrays, so that one statement can take many rows as parameters. */
public final class Columns {
  private Columns() {}

  /**
   * Fills {@code values}, whose length is the number of rows.
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
