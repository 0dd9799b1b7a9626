package dev.shopwire.automation.flows;

import dev.shopwire.automation.runs.engine.FlowWakes;
import dev.shopwire.automation.runs.engine.MovedRuns;
import dev.shopwire.automation.runs.engine.MovedRuns.Course;
import dev.shopwire.automation.runs.engine.MovedRuns.Standing;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Moves active runs of a flow from one of its versions to another. Runs on the caller's event loop.
 */
final class RunMoves {
  private final Vertx vertx;
  private final Pool pool;

  RunMoves(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  /**
   * What was moved, or would be if it is a preview.
   *
   * @param steps that runs stand at, with where they go
   * @param remaining runs that keep their version
   */
  record Moved(List<MovedStep> steps, long remaining) {
    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("runs", steps.stream().mapToLong(MovedStep::runs).sum());
      json.put("steps", steps.stream().map(MovedStep::json).toList());
      json.put("remaining", remaining);
      return json;
    }
  }

  /**
   * @param to empty if the runs end
   */
  record MovedStep(String step, long runs, Optional<String> to) {
    private Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("step", step);
      json.put("runs", runs);
      json.put("to", to.orElse(null));
      return json;
    }
  }

  /** Fails with 422 if a version or a step is unknown, or a step with runs has no target. */
  Future<Moved> move(FlowKey key, MoveInput input, Caller caller) {
    return Transactions.run(
            pool,
            connection ->
                FlowTable.lock(connection, key)
                    .compose(
                        flow -> {
                          FlowActions.require(flow, FlowStatus.PUBLISHED, FlowStatus.PAUSED);
                          return move(connection, flow, input, caller);
                        }))
        .onSuccess(moved -> FlowWakes.wake(vertx));
  }

  private static Future<Moved> move(
      SqlConnection connection, Flow flow, MoveInput input, Caller caller) {
    FlowKey key = flow.key();
    Future<Optional<Plan>> before = plan(connection, key, input.from());
    Future<Optional<Plan>> after = plan(connection, key, input.to());
    return Transactions.join(List.of(before, after))
        .compose(
            read -> {
              requireVersions(before.result(), after.result());
              VersionKey from = new VersionKey(key.flowId(), input.from());
              return MovedRuns.standing(connection, key.workspaceId(), from)
                  .compose(
                      standing -> {
                        Course course =
                            course(
                                key,
                                input,
                                before.result().orElseThrow(),
                                after.result().orElseThrow(),
                                standing);
                        return input.isPreview()
                            ? Future.succeededFuture(preview(standing, course))
                            : move(connection, flow, course, standing, caller);
                      });
            });
  }

  private static Future<Optional<Plan>> plan(SqlConnection connection, FlowKey key, int version) {
    return FlowVersions.find(connection, key, version)
        .map(found -> found.map(stored -> new Plan(stored.definition())));
  }

  private static void requireVersions(Optional<Plan> before, Optional<Plan> after) {
    List<ValidationError> faults = new ArrayList<>();
    if (before.isEmpty()) {
      faults.add(unknownVersion("/from"));
    }
    if (after.isEmpty()) {
      faults.add(unknownVersion("/to"));
    }
    if (!faults.isEmpty()) {
      throw Failure.invalid(faults);
    }
  }

  private static ValidationError unknownVersion(String pointer) {
    return new ValidationError(pointer, "unknown_version", "is no version of this flow");
  }

  private static Course course(
      FlowKey key, MoveInput input, Plan before, Plan after, List<Standing> standing) {
    List<ValidationError> faults = new ArrayList<>();
    Map<String, Optional<String>> targets = new HashMap<>();
    input
        .map()
        .forEach(
            (step, target) -> {
              if (before.step(step).isEmpty()) {
                faults.add(unknownStep("/map", step, input.from()));
              }
              if (target.isPresent() && after.step(target.get()).isEmpty()) {
                faults.add(unknownStep("/map/" + step, target.get(), input.to()));
              }
              targets.put(step, target);
            });
    for (Standing each : standing) {
      if (!targets.containsKey(each.step())) {
        if (after.step(each.step()).isEmpty()) {
          faults.add(
              new ValidationError(
                  "/map",
                  "unmapped_steps",
                  "must say where the %d runs at %s go, which version %d does not have"
                      .formatted(each.runs(), each.step(), input.to())));
        }
        targets.put(each.step(), Optional.of(each.step()));
      }
    }
    if (!faults.isEmpty()) {
      throw Failure.invalid(faults);
    }
    return new Course(
        new VersionKey(key.flowId(), input.from()),
        new VersionKey(key.flowId(), input.to()),
        before,
        after,
        targets,
        input.keepsWaits());
  }

  private static ValidationError unknownStep(String pointer, String step, int version) {
    return new ValidationError(
        pointer, "unknown_step", "%s is no step of version %d".formatted(step, version));
  }

  private static Moved preview(List<Standing> standing, Course course) {
    Map<String, Long> movable = new HashMap<>();
    standing.forEach(each -> movable.put(each.step(), each.movable()));
    return moved(standing, movable, course);
  }

  private static Moved moved(List<Standing> standing, Map<String, Long> moved, Course course) {
    List<MovedStep> steps =
        moved.entrySet().stream()
            .filter(step -> step.getValue() > 0)
            .map(
                step ->
                    new MovedStep(
                        step.getKey(),
                        step.getValue(),
                        course.targets().getOrDefault(step.getKey(), Optional.empty())))
            .sorted(Comparator.comparing(MovedStep::step))
            .toList();
    long all = standing.stream().mapToLong(Standing::runs).sum();
    return new Moved(steps, all - steps.stream().mapToLong(MovedStep::runs).sum());
  }

  private static Future<Moved> move(
      SqlConnection connection, Flow flow, Course course, List<Standing> standing, Caller caller) {
    return MovedRuns.move(connection, flow.key().workspaceId(), course)
        .map(moved -> moved(standing, moved, course))
        .compose(
            moved ->
                AuditLog.write(
                        connection,
                        caller,
                        AuditEntry.of(
                            "flow.runs_moved",
                            flow.auditObject(),
                            Map.of(
                                "from",
                                course.from().version(),
                                "to",
                                course.to().version(),
                                "runs",
                                moved.steps().stream().mapToLong(MovedStep::runs).sum())))
                    .map(moved));
  }
}
