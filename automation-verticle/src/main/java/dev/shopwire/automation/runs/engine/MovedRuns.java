package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.runs.machine.EndReason;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Moves active runs of a flow to another version, in a transaction that holds the flow's row: none
 * of its runs is advanced meanwhile. Methods run on the caller's event loop.
 */
public final class MovedRuns {
  /** Of one call, which takes about a second: the workspace's flows wait for its transaction. */
  private static final long MAX_RUNS = 20_000;

  private static final String COUNT =
      """
      select r.step, count(*) filter (where %s) as movable, count(*) as runs from flow_runs r
      where r.workspace_id = $1 and r.flow_id = $2 and r.version = $3 and r.status = 'active'
        and r.step is not null
      group by r.step
      """
          .formatted(FlowRuns.IS_MOVABLE);

  private MovedRuns() {}

  /**
   * A step at which runs are.
   *
   * @param movable those that don't wait for a change of their customer at this moment
   */
  public record Standing(String step, long movable, long runs) {}

  /**
   * Where runs go.
   *
   * @param targets by the step that they stand at: a step of the other version, or empty to end
   * @param keepsWaits whether waits that have begun end as they would have, and are not counted
   *     anew from their start
   */
  public record Course(
      VersionKey from,
      VersionKey to,
      Plan before,
      Plan after,
      Map<String, Optional<String>> targets,
      boolean keepsWaits) {

    private Optional<String> target(String step) {
      return targets.getOrDefault(step, Optional.empty());
    }

    private boolean isKept(String step) {
      return keepsWaits
          && isWait(before, step)
          && target(step).filter(target -> isWait(after, target)).isPresent();
    }

    private static boolean isWait(Plan plan, String step) {
      return plan.step(step).filter(Step.Wait.class::isInstance).isPresent();
    }
  }

  /** The steps at which active runs of a version are. */
  public static Future<List<Standing>> standing(
      SqlConnection connection, long workspaceId, VersionKey version) {
    return connection
        .preparedQuery(COUNT)
        .execute(Tuple.of(workspaceId, version.flowId(), version.version()))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Standing(
                            row.getString("step"), row.getLong("movable"), row.getLong("runs"))));
  }

  /** Moves those that can be, the first ones if there are very many; how many by their step. */
  public static Future<Map<String, Long>> move(
      SqlConnection connection, long workspaceId, Course course) {
    List<String> going = steps(course, true);
    List<String> ending = steps(course, false);
    Map<String, Long> moved = new TreeMap<>();
    return FlowRuns.move(
            connection,
            parameters(workspaceId, course, going)
                .addInteger(course.to().version())
                .addBoolean(!course.after().followed().isEmpty()))
        .compose(
            rows -> {
              rows.forEach(row -> moved.put(row.getString("former"), row.getLong("runs")));
              FlowCounts counts = new FlowCounts();
              counts.moved(
                  course.from(),
                  course.to(),
                  moved.values().stream().mapToLong(Long::longValue).sum());
              return counts.write(connection, workspaceId);
            })
        .compose(counted -> end(connection, workspaceId, course, ending, moved))
        .map(moved);
  }

  private static List<String> steps(Course course, boolean isGoing) {
    return course.targets().entrySet().stream()
        .filter(target -> target.getValue().isPresent() == isGoing)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Tuple parameters(long workspaceId, Course course, List<String> steps) {
    int size = steps.size();
    return Tuple.of(workspaceId, course.from().flowId(), course.from().version())
        .addArrayOfString(steps.toArray(String[]::new))
        .addArrayOfString(
            Columns.of(steps, new String[size], step -> course.target(step).orElse(null)))
        .addArrayOfBoolean(Columns.of(steps, new Boolean[size], course::isKept))
        .addArrayOfString(
            Columns.of(
                steps,
                new String[size],
                step ->
                    course
                        .target(step)
                        .flatMap(course.after()::step)
                        .map(WaitNames::ofStep)
                        .orElse(null)))
        .addLong(MAX_RUNS);
  }

  private static Future<?> end(
      SqlConnection connection,
      long workspaceId,
      Course course,
      List<String> ending,
      Map<String, Long> moved) {
    if (ending.isEmpty()) {
      return Future.succeededFuture();
    }
    String reason = EndReason.MOVED_OUT.apiName();
    return FlowRuns.endMoved(connection, parameters(workspaceId, course, ending).addString(reason))
        .compose(
            rows -> {
              FlowCounts counts = new FlowCounts();
              rows.forEach(
                  row -> {
                    moved.merge(row.getString("former"), 1L, Long::sum);
                    counts.ended(course.from(), reason);
                  });
              List<Long> ids = Rows.list(rows, row -> row.getLong("id"));
              return counts
                  .write(connection, workspaceId)
                  .compose(counted -> HeldEvents.delete(connection, workspaceId, ids));
            });
  }
}
