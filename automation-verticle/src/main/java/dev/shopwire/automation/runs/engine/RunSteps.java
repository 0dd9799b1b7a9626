package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.machine.StepLog;
import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The table of steps that are done. Methods run on the caller's event loop. */
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

  private RunSteps() {}

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
