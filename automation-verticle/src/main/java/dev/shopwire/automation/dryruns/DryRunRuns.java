package dev.shopwire.automation.dryruns;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.runs.engine.WaitNames;
import dev.shopwire.automation.runs.machine.RunState;
import dev.shopwire.automation.runs.machine.StepLog;
import dev.shopwire.automation.runs.machine.Turn.Stop;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The table of runs that there would have been. Methods run on the caller's event loop. */
final class DryRunRuns {
  private static final String ADD =
      """
      insert into flow_dry_run_runs (workspace_id, dry_run_id, customer_id, key, status, reason,
        step, waits_for, due_at, entered_at, ended_at, cause_type, cause_at, event_id, event_name,
        log)
      select $1, $2, n.* from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
        $8::text[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::text[],
        $13::timestamptz[], $14::text[], $15::text[], $16::text[]) n
      """;
  private static final String DELETE =
      """
      delete from flow_dry_run_runs where (workspace_id, dry_run_id, entered_at, id) in (
        select workspace_id, dry_run_id, entered_at, id from flow_dry_run_runs
        where workspace_id = $1 and dry_run_id = $2 limit $3)
      """;
  private static final int DELETED_AT_ONCE = 5_000;

  /** Runs that are written at once: what they hold is bounded by those of a portion. */
  private static final int AT_ONCE = 1_000;

  private DryRunRuns() {}

  /** A run of a customer. */
  record OfCustomer(long customerId, VirtualRun run) {
    @Nullable Instant endedAt() {
      return run.ended().map(Stop.Ends::at).orElse(null);
    }

    @Nullable Instant dueAt() {
      return isActive() ? run.state().waiting().map(RunState.Waiting::dueAt).orElse(null) : null;
    }

    @Nullable String waitsFor() {
      return isActive() ? WaitNames.of(run.plan(), run.state()) : null;
    }

    @Nullable String reason() {
      return run.ended().map(end -> end.reason().apiName()).orElse(null);
    }

    private boolean isActive() {
      return run.ended().isEmpty();
    }

    String log() {
      ArrayNode log = Json.MAPPER.createArrayNode();
      run.log().forEach(step -> log.add(json(step)));
      return log.toString();
    }

    private static ObjectNode json(StepLog step) {
      ObjectNode json = Json.MAPPER.createObjectNode();
      json.put("step", step.step());
      json.put("type", step.type().apiName());
      json.put("at", Times.format(step.at().atOffset(ZoneOffset.UTC)));
      json.put("outcome", step.outcome());
      json.putArray("messageIds");
      json.put("detail", step.detail().orElse(null));
      return json;
    }
  }

  static Future<Void> add(SqlClient client, DryRunKey key, List<OfCustomer> runs) {
    Future<Void> added = Future.succeededFuture();
    for (int from = 0; from < runs.size(); from += AT_ONCE) {
      List<OfCustomer> part = runs.subList(from, Math.min(runs.size(), from + AT_ONCE));
      added = added.compose(before -> addPart(client, key, part));
    }
    return added;
  }

  private static Future<Void> addPart(SqlClient client, DryRunKey key, List<OfCustomer> runs) {
    return client
        .preparedQuery(ADD)
        .execute(
            key.tuple()
                .addArrayOfLong(Columns.of(runs, new Long[runs.size()], OfCustomer::customerId))
                .addArrayOfString(texts(runs, each -> each.run().key()))
                .addArrayOfString(texts(runs, each -> each.isActive() ? "active" : "ended"))
                .addArrayOfString(texts(runs, OfCustomer::reason))
                .addArrayOfString(texts(runs, each -> each.run().state().step().orElse(null)))
                .addArrayOfString(texts(runs, OfCustomer::waitsFor))
                .addArrayOfOffsetDateTime(times(runs, OfCustomer::dueAt))
                .addArrayOfOffsetDateTime(times(runs, each -> each.run().enteredAt()))
                .addArrayOfOffsetDateTime(times(runs, OfCustomer::endedAt))
                .addArrayOfString(texts(runs, each -> each.run().cause().type()))
                .addArrayOfOffsetDateTime(times(runs, each -> each.run().cause().key().at()))
                .addArrayOfString(texts(runs, each -> each.run().cause().eventId()))
                .addArrayOfString(texts(runs, each -> each.run().cause().eventName()))
                .addArrayOfString(texts(runs, OfCustomer::log)))
        .mapEmpty();
  }

  private static String[] texts(
      List<OfCustomer> runs, Function<OfCustomer, @Nullable String> text) {
    return Columns.of(runs, new String[runs.size()], text);
  }

  private static OffsetDateTime[] times(
      List<OfCustomer> runs, Function<OfCustomer, @Nullable Instant> time) {
    return Columns.of(
        runs,
        new OffsetDateTime[runs.size()],
        each -> {
          Instant instant = time.apply(each);
          return instant == null ? null : DryRun.sqlTime(instant);
        });
  }

  /** Deletes some; returns whether there may be more. */
  static Future<Boolean> delete(SqlClient client, DryRunKey key) {
    return client
        .preparedQuery(DELETE)
        .execute(key.tuple().addLong((long) DELETED_AT_ONCE))
        .map(rows -> rows.rowCount() == DELETED_AT_ONCE);
  }
}
