package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The table of how many entries, refusals, ends and steps there were; collects what one transaction
 * adds. Not thread-safe.
 */
public final class FlowCounts {
  // A shard for each connection, so that transactions seldom wait for each other.
  private static final String ADD =
      """
      insert into flow_counts as c
        (workspace_id, flow_id, version, kind, step, name, shard, count, last_at)
      select $1, flow_id, version, kind, step, name, pg_backend_pid() % 16, count,
        clock_timestamp()
      from unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[], $7::bigint[])
        n (flow_id, version, kind, step, name, count)
      order by flow_id, version, kind, step, name
      on conflict (workspace_id, flow_id, version, kind, step, name, shard) do update
      set count = c.count + excluded.count, last_at = excluded.last_at
      """;

  /** What is counted. */
  private record Counted(VersionKey version, String kind, String step, String name)
      implements Comparable<Counted> {
    private static final Comparator<Counted> ORDER =
        Comparator.comparing((Counted counted) -> counted.version().flowId())
            .thenComparing(counted -> counted.version().version())
            .thenComparing(Counted::kind)
            .thenComparing(Counted::step)
            .thenComparing(Counted::name);

    @Override
    public int compareTo(Counted other) {
      return ORDER.compare(this, other);
    }
  }

  private final Map<Counted, Long> counts = new TreeMap<>();

  void entered(VersionKey version) {
    add(new Counted(version, "entered", "", ""));
  }

  void refused(VersionKey version, String reason) {
    add(new Counted(version, "refused", "", reason));
  }

  /** Counts a run that ended. */
  public void ended(VersionKey version, String reason) {
    add(new Counted(version, "ended", "", reason));
  }

  /** Counts runs that were moved to another version. */
  void moved(VersionKey from, VersionKey to, long runs) {
    if (runs > 0) {
      counts.merge(new Counted(from, "left", "", ""), runs, Long::sum);
      counts.merge(new Counted(to, "joined", "", ""), runs, Long::sum);
    }
  }

  void done(VersionKey version, String step, String outcome) {
    add(new Counted(version, "step", step, outcome));
  }

  private void add(Counted counted) {
    counts.merge(counted, 1L, Long::sum);
  }

  /** Adds what was counted, in the transaction in which it happened. */
  public Future<?> write(SqlClient client, long workspaceId) {
    if (counts.isEmpty()) {
      return Future.succeededFuture();
    }
    List<Map.Entry<Counted, Long>> rows = List.copyOf(counts.entrySet());
    int size = rows.size();
    return client
        .preparedQuery(ADD)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(
                    Columns.of(rows, new Long[size], row -> row.getKey().version().flowId()))
                .addArrayOfInteger(
                    Columns.of(rows, new Integer[size], row -> row.getKey().version().version()))
                .addArrayOfString(texts(rows, Counted::kind))
                .addArrayOfString(texts(rows, Counted::step))
                .addArrayOfString(texts(rows, Counted::name))
                .addArrayOfLong(Columns.of(rows, new Long[size], Map.Entry::getValue)));
  }

  private static String[] texts(
      List<Map.Entry<Counted, Long>> rows, Function<Counted, @Nullable String> text) {
    return Columns.of(rows, new String[rows.size()], row -> text.apply(row.getKey()));
  }
}
