package dev.shopwire.analytics.query;

import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;

/** A list of an app without its pages, for export. */
@FunctionalInterface
public interface ListExport {
  /**
   * Parses the list's parameters and returns all of its rows.
   *
   * @param snapshot the export's; its budget is larger than that of a read
   * @return fails as the list does; a {@link dev.shopwire.common.failure.Failure} may be thrown as
   *     well as returned
   */
  Future<ExportSource.Rows> rows(AppScope app, Query query, Snapshot snapshot);
}
