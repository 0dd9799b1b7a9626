package dev.shopwire.automation.runs.calls;

import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.machine.StepType;
import dev.shopwire.automation.runs.plans.Plans;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the runs of a flow and the outcomes of its steps. Use from one event loop. */
public final class RunCounts {
  private static final String VERSIONS =
      """
      select version from flow_versions
      where workspace_id = $1 and flow_id = $2 and ($3::int is null or version = $3)
      order by version desc limit 100
      """;
  private static final String COUNTS =
      """
      select kind, step, name, sum(count)::bigint as count from flow_counts
      where workspace_id = $1 and flow_id = $2 and ($3::int is null or version = $3)
      group by 1, 2, 3
      """;
  private static final String WAITING =
      """
      select step, count(*) as count from flow_runs
      where workspace_id = $1 and flow_id = $2 and wake_at is not null and status = 'active'
        and step is not null and ($3::int is null or version = $3)
      group by 1
      """;

  private final Pool pool;
  private final Plans plans;

  public RunCounts(Pool pool, Plans plans) {
    this.pool = pool;
    this.plans = plans;
  }

  /** Of one version, or of all. */
  public Future<JsonResponse> show(AdminQuery request) {
    Query query = new Query(request.parameters());
    Optional<Integer> version = RunFilter.read(query).version();
    query.throwIfInvalid();
    long workspaceId = request.caller().workspaceId();
    Tuple parameters = Tuple.of(workspaceId, request.id()).addInteger(version.orElse(null));
    Future<List<VersionKey>> versions =
        pool.preparedQuery(VERSIONS)
            .execute(parameters)
            .map(
                rows ->
                    Rows.list(
                        rows, row -> new VersionKey(request.id(), row.getInteger("version"))));
    Future<List<Row>> counts = rows(COUNTS, parameters);
    Future<List<Row>> waiting = rows(WAITING, parameters);
    return Future.all(versions, counts, waiting)
        .compose(
            read ->
                plans
                    .load(pool, workspaceId, versions.result())
                    .map(
                        found ->
                            json(
                                versions.result().stream()
                                    .map(found::get)
                                    .filter(plan -> plan != null)
                                    .toList(),
                                counts.result(),
                                waiting.result())));
  }

  private Future<List<Row>> rows(String sql, Tuple parameters) {
    return pool.preparedQuery(sql).execute(parameters).map(rows -> Rows.list(rows, row -> row));
  }

  private static JsonResponse json(List<Plan> versions, List<Row> counts, List<Row> waiting) {
    long entered = 0;
    long joined = 0;
    Map<String, Long> ended = new TreeMap<>();
    Map<String, Map<String, Long>> outcomes = new HashMap<>();
    for (Row row : counts) {
      long count = row.getLong("count");
      switch (row.getString("kind")) {
        case "entered" -> entered += count;
        case "joined" -> joined += count;
        case "left" -> joined -= count;
        case "ended" -> ended.merge(row.getString("name"), count, Long::sum);
        case "step" ->
            outcomes
                .computeIfAbsent(row.getString("step"), step -> new TreeMap<>())
                .merge(row.getString("name"), count, Long::sum);
        default -> {
          // refusals are shown by the explanation
        }
      }
    }
    Map<String, Long> waits = new HashMap<>();
    waiting.forEach(row -> waits.put(row.getString("step"), row.getLong("count")));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("entered", entered);
    json.put("active", entered + joined - ended.values().stream().mapToLong(Long::longValue).sum());
    json.put("ended", ended);
    json.put("steps", steps(versions, outcomes, waits));
    return JsonResponse.of(Map.of("counts", json));
  }

  /** In the order of the newest version, then those that only older ones have. */
  private static List<Map<String, @Nullable Object>> steps(
      List<Plan> versions, Map<String, Map<String, Long>> outcomes, Map<String, Long> waits) {
    Map<String, Step> known = new LinkedHashMap<>();
    versions.forEach(
        plan -> plan.definition().allSteps().forEach(step -> known.putIfAbsent(step.id(), step)));
    List<Map<String, @Nullable Object>> steps = new ArrayList<>();
    for (Step step : known.values()) {
      Map<String, Long> done = outcomes.getOrDefault(step.id(), Map.of());
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("step", step.id());
      json.put("type", StepType.of(step).apiName());
      json.put("waiting", waits.getOrDefault(step.id(), 0L));
      json.put("done", done.values().stream().mapToLong(Long::longValue).sum());
      json.put("outcomes", done);
      steps.add(json);
    }
    return steps;
  }
}
