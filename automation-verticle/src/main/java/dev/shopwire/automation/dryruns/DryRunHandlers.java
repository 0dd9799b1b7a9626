package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.definitions.language.StoredDefinition;
import dev.shopwire.automation.dryruns.DryRunTable.Asked;
import dev.shopwire.automation.flows.Flow;
import dev.shopwire.automation.flows.FlowDrafts;
import dev.shopwire.automation.flows.FlowKey;
import dev.shopwire.automation.flows.FlowTable;
import dev.shopwire.automation.flows.FlowVersions;
import dev.shopwire.automation.reads.HeavyReads;
import dev.shopwire.automation.reads.Snapshot;
import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.automation.segments.CustomerRows;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts and shows dry runs. Not thread-safe; use from one event loop. */
public final class DryRunHandlers {
  private static final Duration MAX_AGE = Duration.ofDays(400);
  private static final long MAX_CAUSES = 1_000_000;
  private static final String APPS =
      "select array(select id from tenancy_apps where workspace_id = $1 order by id) as apps";

  private final Pool pool;
  private final HeavyReads heavy;
  private final DryRunJobs jobs;

  /**
   * @param pool for what takes milliseconds
   */
  public DryRunHandlers(Pool pool, HeavyReads heavy, DryRunJobs jobs) {
    this.pool = pool;
    this.heavy = heavy;
    this.jobs = jobs;
  }

  private record Chosen(@Nullable Integer version, StoredDefinition definition) {}

  /** Starts one of the flow whose id the request has; a made-up cause is tried at once. */
  public Future<JsonResponse> create(AdminRequest request) {
    DryRunInput input = DryRunInput.read(request.body());
    FlowKey flow = new FlowKey(request.caller().workspaceId(), request.id());
    return Snapshots.requireWorkspaceOf("flow", pool, flow.workspaceId())
        .compose(exists -> Transactions.run(pool, connection -> choose(connection, flow, input)))
        .compose(chosen -> ask(flow, input, chosen))
        .compose(
            asked ->
                Transactions.run(pool, connection -> insert(connection, request.caller(), asked)))
        .compose(
            key ->
                input.cause().isPresent() ? jobs.tryNow(key).map(key) : Future.succeededFuture(key))
        .compose(
            key -> {
              jobs.look();
              return shown(key);
            });
  }

  private static Future<DryRunKey> insert(SqlConnection connection, Caller caller, Asked asked) {
    return DryRunTable.insert(connection, asked)
        .compose(
            dryRun -> AuditLog.write(connection, caller, started(dryRun, asked)).map(dryRun.key()));
  }

  private static AuditEntry started(DryRun dryRun, Asked asked) {
    Map<String, @Nullable Object> after = new LinkedHashMap<>();
    after.put("flowId", Long.toString(asked.flowId()));
    after.put("from", Times.format(asked.from()));
    after.put("until", Times.format(asked.until()));
    return AuditEntry.created(
        "dry_run.started",
        new AuditObject("dry_run", Long.toString(dryRun.key().id()), null),
        after);
  }

  private static Future<Chosen> choose(SqlConnection connection, FlowKey key, DryRunInput input) {
    return FlowTable.require(connection, key)
        .compose(
            flow -> {
              Integer version = input.version().orElse(flow.version());
              return input.isDraft() || version == null
                  ? FlowDrafts.requireValid(connection, flow)
                      .map(valid -> new Chosen(null, flow.draft()))
                  : version(connection, flow, version);
            });
  }

  private static Future<Chosen> version(SqlConnection connection, Flow flow, int version) {
    return FlowVersions.find(connection, flow.key(), version)
        .map(
            found ->
                new Chosen(
                    version,
                    found.orElseThrow(
                        () ->
                            Failure.invalid(
                                "/version", "unknown_version", "is no version of this flow"))));
  }

  private Future<Asked> ask(FlowKey flow, DryRunInput input, Chosen chosen) {
    return heavy.run(
        flow.workspaceId(),
        snapshot ->
            customer(snapshot, flow, input)
                .compose(customer -> ask(snapshot, flow, input, chosen, customer)));
  }

  private static Future<Optional<Long>> customer(
      Snapshot snapshot, FlowKey flow, DryRunInput input) {
    return input
        .customer()
        .map(
            given ->
                CustomerRows.require(snapshot.connection(), flow.workspaceId(), given)
                    .map(found -> Optional.of(found.id())))
        .orElseGet(() -> Future.succeededFuture(Optional.empty()));
  }

  private static Future<Asked> ask(
      Snapshot snapshot, FlowKey flow, DryRunInput input, Chosen chosen, Optional<Long> customer) {
    Instant now = snapshot.at();
    Asked asked =
        new Asked(
            flow.workspaceId(),
            flow.flowId(),
            chosen.version(),
            chosen.definition().write(),
            input,
            input.from().orElse(now),
            input.until().orElse(now),
            customer.orElse(null));
    if (input.cause().isPresent()) {
      return Future.succeededFuture(asked);
    }
    requirePast(asked, now);
    CauseSource source = CauseSources.of(chosen.definition().definition());
    return snapshot
        .connection()
        .preparedQuery(APPS)
        .execute(Tuple.of(flow.workspaceId()))
        .map(rows -> List.of(rows.iterator().next().getArrayOfLongs("apps")))
        .compose(
            apps ->
                source.count(
                    snapshot.connection(), new EventWindow(DryRun.of(asked), apps), MAX_CAUSES + 1))
        .map(
            count -> {
              if (count > MAX_CAUSES) {
                throw Failure.invalid(
                    "/from",
                    "too_many_causes",
                    "There are more than %d causes in this time".formatted(MAX_CAUSES));
              }
              return asked;
            });
  }

  private static void requirePast(Asked asked, Instant now) {
    if (asked.from().isBefore(now.minus(MAX_AGE))) {
      throw Failure.invalid(
          "/from", "too_early", "must be at most " + MAX_AGE.toDays() + " days ago");
    }
    if (asked.until().isAfter(now)) {
      throw Failure.invalid("/until", "in_the_future", "must not be in the future");
    }
    if (!asked.from().isBefore(asked.until())) {
      throw Failure.invalid("/from", "in_the_future", "must be in the past");
    }
  }

  /** Shows how far a dry run is, and what it found. */
  public Future<JsonResponse> show(AdminRequest request) {
    return shown(new DryRunKey(request.caller().workspaceId(), request.id()));
  }

  private Future<JsonResponse> shown(DryRunKey key) {
    return DryRunTable.require(pool, key)
        .map(dryRun -> JsonResponse.of(Map.of("dryRun", dryRun.json())));
  }
}
