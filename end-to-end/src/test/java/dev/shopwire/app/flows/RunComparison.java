package dev.shopwire.app.flows;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.flows.RunModel.Event;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares the stored runs of a workspace with {@link EntryModel} and {@link RunModel}. */
final class RunComparison {
  private static final String STORED_EVENTS =
      """
      select jsonb_object_agg(domain, events) from (
        select c.domain, jsonb_agg(jsonb_build_object(
          'id', event_id, 'name', event_name, 'key', coalesce(properties->>'k', ''),
          'n', properties->'n', 'receivedAt', (extract(epoch from received_at) * 1000000)::bigint)
          order by received_at, occurred_at) as events
        from usage_events e join customers c on c.id = e.customer_id
        where e.app_id = ? group by 1) c
      """;

  private static final String RUNS =
      """
      select coalesce(jsonb_agg(jsonb_build_object(
        'event', event_id, 'key', key, 'status', status,
        'reason', reason, 'step', step, 'version', version,
        'enteredAt', (extract(epoch from entered_at) * 1000000)::bigint,
        'endedAt', (extract(epoch from ended_at) * 1000000)::bigint,
        'dueAt', (extract(epoch from due_at) * 1000000)::bigint,
        'log', coalesce(log, '[]'))), '[]')
      from flow_runs r left join lateral (
        select jsonb_agg(jsonb_build_object(
          'step', step, 'outcome', outcome,
          'at', (extract(epoch from at) * 1000000)::bigint,
          'doneAt', (extract(epoch from done_at) * 1000000)::bigint) order by number) as log
        from flow_run_steps s where s.workspace_id = r.workspace_id and s.run_id = r.id) l on true
      where r.workspace_id = ? and r.flow_id = ?
      """;

  // Runs with other messages than one for each mail and each webhook step.
  private static final String DOUBLED_OR_LOST =
      """
      with steps as (
        select run_id, count(*) filter (where outcome = 'queued') as mails,
          count(*) filter (where outcome = 'emitted') as messages
        from flow_run_steps where workspace_id = ? group by run_id
      ), mails as (
        select run_id, count(*) as n from mail_messages where run_id is not null group by run_id
      ), messages as (
        select (payload->'run'->>'id')::bigint as run_id, count(*) as n
        from webhook_messages where topic = 'flows/step' group by 1
      )
      select count(*) from steps s
      left join mails m using (run_id) left join messages w using (run_id)
      where s.mails <> coalesce(m.n, 0) or s.messages <> coalesce(w.n, 0)
      """;

  private final Sql sql;
  private final long seed;
  private final Map<String, Customer> customers = new HashMap<>();

  private record Customer(Map<String, String> fields, boolean hasAddress) {}

  /**
   * @param seed is in the errors
   */
  RunComparison(Sql sql, long seed) {
    this.sql = sql;
    this.seed = seed;
  }

  /** Adds a customer whose custom fields don't change. */
  void add(String domain, Map<String, String> fields, boolean hasAddress) {
    customers.put(domain, new Customer(fields, hasAddress));
  }

  /**
   * Fails at the first run that is not as its definition says.
   *
   * @param flows definitions by the flow's id
   * @param reasons counts how runs have ended
   */
  void compare(
      Tenants.App app,
      String workspaceId,
      Map<String, JsonNode> flows,
      Map<String, Integer> reasons) {
    Map<String, List<Event>> events = events(app);
    long workspace = Long.parseLong(workspaceId);
    flows.forEach(
        (flow, definition) -> {
          Map<String, JsonNode> runs = runs(workspace, Long.parseLong(flow));
          runs.values()
              .forEach(run -> reasons.merge(run.path("reason").asText("waits"), 1, Integer::sum));
          events.forEach((customer, own) -> compare(definition, customer, own, runs));
          assertEquals(
              Map.of(), runs, () -> "runs that must not be, seed " + seed + ": " + definition);
        });
    assertEquals(0, sql.number(DOUBLED_OR_LOST, workspace), () -> "messages, seed " + seed);
  }

  private Map<String, List<Event>> events(Tenants.App app) {
    JsonNode stored = SegmentWorkspace.json(sql.text(STORED_EVENTS, Long.parseLong(app.appId())));
    return stored.properties().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                customer -> customer.getValue().valueStream().map(RunComparison::event).toList()));
  }

  private static Event event(JsonNode event) {
    return new Event(
        event.path("id").asText(),
        event.path("name").asText(),
        event.path("receivedAt").asLong(),
        event.path("key").asText(),
        event.path("n").asInt());
  }

  /** By the event that has caused them. */
  private Map<String, JsonNode> runs(long workspace, long flow) {
    Map<String, JsonNode> runs = new HashMap<>();
    for (JsonNode run : SegmentWorkspace.json(sql.text(RUNS, workspace, flow))) {
      assertTrue(
          runs.put(run.path("event").asText(), run) == null,
          () -> "two runs by a cause, seed " + seed + ": " + run);
    }
    return runs;
  }

  private void compare(
      JsonNode definition, String domain, List<Event> events, Map<String, JsonNode> runs) {
    Customer customer = requireNonNull(customers.get(domain));
    for (int cause : EntryModel.causes(definition, events, customer.fields())) {
      JsonNode run = runs.remove(events.get(cause).id());
      assertEquals(
          "",
          difference(definition, events, cause, customer, run),
          () ->
              "seed %d, flow %s%nevents from the cause on:%n%s%nrun: %s"
                  .formatted(
                      seed,
                      definition.toPrettyString(),
                      events.stream()
                          .skip(cause)
                          .limit(30)
                          .map(Event::toString)
                          .collect(Collectors.joining("\n")),
                      run));
    }
  }

  private static String difference(
      JsonNode definition,
      List<Event> events,
      int cause,
      Customer customer,
      @Nullable JsonNode run) {
    return run == null
        ? "no run"
        : new RunModel(definition, events, cause, customer.fields(), customer.hasAddress(), run)
            .difference();
  }
}
