package dev.shopwire.sources.linked.calls;

import dev.shopwire.common.access.Caller;
import dev.shopwire.sources.linked.queries.LinkedQuery;
import dev.shopwire.sources.linked.runs.RunStatus;
import dev.shopwire.sources.linked.runs.ShownRun;
import dev.shopwire.sources.linked.runs.ShownRuns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts linked queries to JSON with their runs, for callers of the console, for some of whom
 * private fields don't exist. Runs on the caller's event loop.
 */
final class ShownQueries {
  private ShownQueries() {}

  /** Each with its last and its held run. */
  static Future<List<Map<String, @Nullable Object>>> json(
      SqlClient client, Caller caller, List<LinkedQuery> queries) {
    return ShownRuns.last(client, caller, queries.stream().map(LinkedQuery::id).toList())
        .map(runs -> queries.stream().map(query -> json(caller, query, runs)).toList());
  }

  private static Map<String, @Nullable Object> json(
      Caller caller, LinkedQuery query, List<ShownRun> runs) {
    List<ShownRun> own =
        runs.stream().filter(shown -> shown.run().queryId() == query.id()).toList();
    Map<String, @Nullable Object> json =
        new LinkedHashMap<>(query.json(caller.seesPrivateFields()));
    json.put(
        "lastRun",
        own.stream()
            .max(Comparator.comparingLong(shown -> shown.run().id()))
            .map(ShownRun::json)
            .orElse(null));
    json.put(
        "heldRun",
        own.stream()
            .filter(shown -> shown.run().status() == RunStatus.HELD)
            .findFirst()
            .map(ShownRun::json)
            .orElse(null));
    return json;
  }
}
