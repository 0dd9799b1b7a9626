package dev.shopwire.enrichment.search;

import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/** Collects the parameters of a statement while its text is built. Not thread-safe. */
final class Params {
  private final Tuple values = Tuple.tuple();

  /** The first parameter is the workspace, which most parts of a statement refer to. */
  Params(long workspaceId) {
    values.addLong(workspaceId);
  }

  String workspace() {
    return "$1";
  }

  /** Adds a value and returns its placeholder, such as {@code $2}. */
  String add(@Nullable Object value) {
    values.addValue(value);
    return "$" + values.size();
  }

  Tuple tuple() {
    return values;
  }
}
