package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.machine.StepLog;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The table of steps that are done, which are purged with their runs. Methods run on the caller's
 * event loop.
 */
final class RunSteps {
  private static final String ADD =
      """
      insert into flow_run_steps
        (workspace_id, run_id, number, step, type, at, outcome, message_ids, detail)
      select $1, run_id, number, step, type, at, outcome,
        string_to_array(message_ids, ',')::bigint[], detail
      from unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::timestamptz[], $7::text[],
        $8::text[], $9::text[]) n (run_id, number, step, type, at, outcome, message_ids, detail)
      order by run_id, number
      """;

  // Entries and counts stay, so that a customer that has entered once does not enter again.
  private static final String DELETE_OLD =
      """
      with oldest as materialized (
        select workspace_id, id, entered_at < now() - make_interval(days => $2) as is_old,
          ended_at < now() - make_interval(days => $2) as is_over
        from flow_runs where id > $1 order by id limit 1000
      ), steps as (
        delete from flow_run_steps s using oldest o
        where s.workspace_id = o.workspace_id and s.run_id = o.id and o.is_over
      ), runs as (
        delete from flow_runs r using oldest o
        where r.workspace_id = o.workspace_id and r.id = o.id and o.is_over
      )
      select case when bool_or(is_old) then max(id) else 0 end as last from oldest
      """;

  private static final String NEWEST = "select entered_at from flow_runs order by id desc limit 1";

  private RunSteps() {}

  /** When the newest run was started. */
  static Future<Optional<Instant>> newest(SqlClient client) {
    return client
        .query(NEWEST)
        .execute()
        .map(rows -> Rows.first(rows, row -> row.getOffsetDateTime("entered_at").toInstant()));
  }

  /**
   * Deletes some runs that ended longer ago than this, with their steps.
   *
   * @param after an id: only runs after it are looked at
   * @return the last id that was looked at; 0 if the others are not so old
   */
  static Future<Long> deleteOld(SqlClient client, long after, int days) {
    return client
        .preparedQuery(DELETE_OLD)
        .execute(Tuple.of(after, days))
        .map(rows -> rows.iterator().next().getLong("last"));
  }

  /**
   * A step of a run.
   *
   * @param number its place in the run's log, from 0
   */
  record Done(long runId, int number, StepLog log) {}

  static Future<?> add(SqlClient client, long workspaceId, List<Done> steps) {
    if (steps.isEmpty()) {
      return Future.succeededFuture();
    }
    return client
        .preparedQuery(ADD)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(Columns.of(steps, new Long[steps.size()], Done::runId))
                .addArrayOfInteger(Columns.of(steps, new Integer[steps.size()], Done::number))
                .addArrayOfString(texts(steps, step -> step.log().step()))
                .addArrayOfString(texts(steps, step -> step.log().type().apiName()))
                .addArrayOfOffsetDateTime(
                    Columns.of(
                        steps,
                        new OffsetDateTime[steps.size()],
                        step -> FlowRuns.time(step.log().at())))
                .addArrayOfString(texts(steps, step -> step.log().outcome()))
                .addArrayOfString(texts(steps, RunSteps::messageIds))
                .addArrayOfString(texts(steps, step -> step.log().detail().orElse(null))));
  }

  private static @Nullable String messageIds(Done step) {
    List<Long> ids = step.log().messageIds();
    return ids.isEmpty() ? null : String.join(",", ids.stream().map(String::valueOf).toList());
  }

  private static String[] texts(List<Done> steps, Function<Done, @Nullable String> text) {
    return Columns.of(steps, new String[steps.size()], text);
  }
}
