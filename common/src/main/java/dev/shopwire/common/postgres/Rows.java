package dev.shopwire.common.postgres;

import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads the rows of a result. */
public final class Rows {
  private Rows() {}

  /** All rows, in the result's order. */
  public static <R, T> List<T> list(Iterable<R> rows, Function<? super R, ? extends T> read) {
    List<T> list =
        rows instanceof RowSet<?> result ? new ArrayList<>(result.size()) : new ArrayList<>();
    rows.forEach(row -> list.add(read.apply(row)));
    return list;
  }

  /** The first row; empty if there is none. */
  public static <R, T> Optional<T> first(Iterable<R> rows, Function<? super R, ? extends T> read) {
    Iterator<R> all = rows.iterator();
    return all.hasNext() ? Optional.of(read.apply(all.next())) : Optional.empty();
  }
}
