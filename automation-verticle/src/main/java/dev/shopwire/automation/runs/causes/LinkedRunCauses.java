package dev.shopwire.automation.runs.causes;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/**
 * The table of runs of linked queries whose changes start flows. A run notes itself in the
 * transaction that writes its values; the changes become causes in portions afterwards, each with
 * how far they are, so that no flow waits for a long run. Methods run on the caller's event loop.
 */
public final class LinkedRunCauses {
  private static final String NEXT = "select record_linked_run_causes($1, $2, $3) as is_more";
  private static final int CUSTOMERS = 1_000;

  /** Of the values of a portion before and after, as they are stored. */
  private static final long BYTES = 4 << 20;

  private LinkedRunCauses() {}

  /** Adds causes of the next customers; returns whether there may be more. */
  public static Future<Boolean> next(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(NEXT)
        .execute(Tuple.of(workspaceId, CUSTOMERS, BYTES))
        .map(rows -> rows.iterator().next().getBoolean("is_more"));
  }
}
