package dev.shopwire.automation.runs.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.runs.machine.Outcome;
import dev.shopwire.automation.templates.language.TemplatePath;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.outbox.Outbox.Change;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Emits the webhook messages of steps, in the transaction of their runs. For one transaction. */
final class WebhookSteps {
  private static final String SUBSCRIBED =
      "select distinct app_id from webhook_subscribers where workspace_id = $1 and topic = $2";
  private static final String CUSTOMERS =
      """
      select c.id, c.domain, n.name, n.email
      from unnest($2::bigint[]) k (id)
      cross join lateral (
        select id, domain from tenancy_customers where workspace_id = $1 and id = k.id offset 0
      ) c
      left join lateral (
        select name, email from customer_names
        where workspace_id = $1 and customer_id = k.id offset 0
      ) n on true
      """;

  private final SqlConnection connection;
  private final long workspaceId;

  WebhookSteps(SqlConnection connection, long workspaceId) {
    this.connection = connection;
    this.workspaceId = workspaceId;
  }

  /** Performs the webhook steps of runs; returns how many deliveries are due. */
  Future<Long> act(List<RunWork> runs) {
    return runs.isEmpty()
        ? Future.succeededFuture(0L)
        : connection
            .preparedQuery(SUBSCRIBED)
            .execute(Tuple.of(workspaceId, Topic.FLOW_STEP.apiName()))
            .compose(rows -> act(runs, apps(rows)));
  }

  private static Set<Long> apps(RowSet<Row> rows) {
    Set<Long> apps = new HashSet<>();
    rows.forEach(row -> apps.add(row.getLong("app_id")));
    return apps;
  }

  private Future<Long> act(List<RunWork> runs, Set<Long> apps) {
    List<RunWork> wanted = new ArrayList<>();
    for (RunWork run : runs) {
      if (apps.contains(0L) || apps.contains(run.record().cause().key().appId())) {
        wanted.add(run);
      } else {
        run.acted(Outcome.of("no_subscriber"));
      }
    }
    if (wanted.isEmpty()) {
      return Future.succeededFuture(0L);
    }
    Long[] customers =
        wanted.stream().map(run -> run.record().customerId()).distinct().toArray(Long[]::new);
    List<FieldRef> fields =
        wanted.stream().flatMap(run -> step(run).fields().values().stream()).toList();
    return FieldValues.read(connection, workspaceId, customers, fields)
        .compose(
            values ->
                connection
                    .preparedQuery(CUSTOMERS)
                    .execute(Tuple.of(workspaceId).addArrayOfLong(customers))
                    .compose(rows -> emit(wanted, customers(rows), values)));
  }

  private static Map<Long, Map<String, @Nullable Object>> customers(RowSet<Row> rows) {
    Map<Long, Map<String, @Nullable Object>> customers = new HashMap<>();
    for (Row row : rows) {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("id", CustomerId.of(row.getLong("id")));
      json.put("myplatformDomain", row.getString("domain"));
      json.put("name", row.getString("name"));
      json.put("email", row.getString("email"));
      customers.put(row.getLong("id"), json);
    }
    return customers;
  }

  private static Step.Webhook step(RunWork run) {
    return (Step.Webhook) run.acts().orElseThrow();
  }

  private Future<Long> emit(
      List<RunWork> runs, Map<Long, Map<String, @Nullable Object>> customers, FieldValues values) {
    List<Change> changes = new ArrayList<>();
    List<RunWork> emitting = new ArrayList<>();
    for (RunWork run : runs) {
      try {
        changes.add(
            change(run, customers.getOrDefault(run.record().customerId(), Map.of()), values));
        emitting.add(run);
      } catch (RuntimeException e) {
        run.fail(e);
      }
    }
    return Outbox.emit(connection, changes)
        .map(
            due -> {
              emitting.forEach(run -> run.acted(Outcome.of("emitted")));
              return due;
            });
  }

  private Change change(RunWork run, Map<String, @Nullable Object> customer, FieldValues values) {
    Step.Webhook step = step(run);
    RunRecord record = run.record();
    Map<String, @Nullable Object> flow = new LinkedHashMap<>();
    flow.put("id", Long.toString(record.version().flowId()));
    flow.put("name", run.flow().name());
    flow.put("version", record.version().version());
    Map<String, @Nullable Object> ofRun = new LinkedHashMap<>();
    ofRun.put("id", Long.toString(record.id()));
    ofRun.put("key", record.key());
    ofRun.put("enteredAt", Times.format(record.enteredAt()));
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("flow", flow);
    body.put("run", ofRun);
    body.put("step", Map.of("id", step.id()));
    body.put("customer", customer);
    body.put("cause", cause(record.cause()));
    body.put(
        "data",
        new StepData(path -> value(path, run, customer, values))
            .fill(step.data().orElseGet(JsonNodeFactory.instance::objectNode)));
    long app = record.cause().key().appId();
    return new Change(
        workspaceId, app == 0 ? null : app, Topic.FLOW_STEP, record.customerId(), body);
  }

  private static JsonNode value(
      TemplatePath path, RunWork run, Map<String, @Nullable Object> customer, FieldValues values) {
    if (path instanceof TemplatePath.EventProperty property) {
      JsonNode event = run.record().cause().json();
      return event == null ? MissingNode.getInstance() : property.path().valueIn(event);
    }
    if (path instanceof TemplatePath.Field field) {
      FieldRef known = step(run).fields().get(field.text());
      return known == null
          ? MissingNode.getInstance()
          : values.find(run.record().customerId(), known);
    }
    return switch ((TemplatePath.Fixed) path) {
      case CUSTOMER_NAME -> text(customer.get("name"));
      case CUSTOMER_EMAIL -> text(customer.get("email"));
      case CUSTOMER_DOMAIN -> text(customer.get("myplatformDomain"));
      // Those of mails are refused when the definition is saved.
      default -> MissingNode.getInstance();
    };
  }

  private static JsonNode text(@Nullable Object value) {
    return value == null ? MissingNode.getInstance() : TextNode.valueOf(value.toString());
  }

  private static Map<String, @Nullable Object> cause(RunCause cause) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("type", cause.type());
    json.put("eventId", cause.eventId());
    json.put("eventName", cause.eventName());
    json.put("receivedAt", Times.format(cause.key().at()));
    if (cause.isEvent()) {
      json.put("properties", cause.json());
    }
    return json;
  }
}
