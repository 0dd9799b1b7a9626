package dev.shopwire.benchmarks.population;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Map;

/**
 * Generates webhook endpoints and the deliveries of the last weeks to two of them, as if the
 * service had created a partition each day: one in thirty failed, one in a hundred was parked.
 */
final class DeliveryRows {
  private static final long PART = 50_000;
  private static final int ENDPOINTS = 4;
  private static final int RECEIVING = 2;

  /** Less than the days after which the service deletes deliveries. */
  private static final int MOST_DAYS = 28;

  private static final String PARTITIONS =
      """
      set timezone = 'UTC';
      do $$
      declare
        parent text;
        part text;
        day timestamptz;
        missing record;
      begin
        foreach parent in array array['webhook_messages', 'webhook_deliveries', 'webhook_attempts']
        loop
          for ago in 1..{days} + 1 loop
            day := date_trunc('day', now()) - make_interval(hours => 24 * ago);
            part := parent || '_' || to_char(day, 'YYYY_MM_DD');
            execute format('create table %I partition of %I for values from (%L) to (%L)', part,
              parent, webhook_message_floor(day),
              webhook_message_floor(day + interval '24 hours'));
            for missing in
              select m.definition from webhook_missing_indexes() m where m.partition_name = part
            loop
              execute 'create index ' || missing.definition;
            end loop;
          end loop;
        end loop;
      end $$
      """;

  /** Every fiftieth message is about the busiest shop. */
  private static final String MESSAGES =
      """
      select n, at,
        (left(webhook_message_floor(at)::text, 14) || '7' || substr(h, 1, 3) || '-8'
          || substr(h, 4, 3) || '-' || substr(h, 7, 12))::uuid as id,
        {customer} + case when n % 50 = 0 then 0
          else floor({customers} * power({shop}, 3))::bigint end as customer_id,
        case when n % 30 = 7 then 'failed' when n % 100 = 3 then 'parked' else 'delivered' end
          as status
      from (
        select n, md5('message ' || n) as h,
          {until} - interval '{days} days' * ((1 + {messages} - n)::float8 / {messages}) as at
        from generate_series({first}::bigint, {last}) n offset 0
      ) numbered
      """;

  private static final String STORE =
      """
      with message as materialized (
        {message}
      ), stored as (
        insert into webhook_messages (workspace_id, id, app_id, topic, customer_id, payload)
        select {workspace}, id, {app}, 'contacts/updated', customer_id,
          jsonb_build_object('contact', jsonb_build_object('id', n::text, 'firstName', 'Ada',
            'email', 'person-' || n || '@shop.example', 'tags', '[]'::jsonb))
        from message
      ), delivered as (
        insert into webhook_deliveries (workspace_id, endpoint_id, message_id, kind, sequence,
          status, reason, attempts, settled_at)
        select {workspace}, endpoint, id, 'live', n + 1, status,
          case status when 'failed' then 'exhausted' when 'parked' then 'disabled' end,
          case status when 'failed' then 5 else 1 end, at + interval '1 s'
        from message, unnest('{{endpoints}}'::bigint[]) endpoint
      )
      insert into webhook_attempts (workspace_id, endpoint_id, message_id, at, kind, address, status,
        outcome, duration_millis, response)
      select {workspace}, endpoint, id, at + interval '1 s' * number,
        case number when 1 then 'live' else 'retry' end, '192.0.2.1:443',
        case status when 'delivered' then 200 else 500 end,
        case status when 'delivered' then 'delivered' else 'status' end, 40 + n % 200, 'ok'
      from message, unnest('{{endpoints}}'::bigint[]) endpoint,
        generate_series(1, case status when 'failed' then 5 else 1 end) number
      """;
  private static final String COUNTERS =
      """
      insert into webhook_counters (workspace_id, endpoint_id, places, sequences)
      select {workspace}, endpoint, {messages}, {messages}
      from unnest('{{endpoints}}'::bigint[]) endpoint
      on conflict (workspace_id, endpoint_id)
      do update set places = excluded.places, sequences = excluded.sequences
      """;
  private static final String REPLAY =
      """
      insert into webhook_replays (workspace_id, endpoint_id, since, cursor, total, done, status,
        finished_at)
      select {workspace}, (array[{endpoints}])[1], {from}, webhook_message_floor({until}),
        {messages} / 30, {messages} / 30, 'done', {until}
      """;
  private static final String OWN_ENDPOINTS =
      """
      select coalesce(string_agg(id::text, ',' order by id), '') as ids
      from (
        select id from webhook_endpoints where workspace_id = {workspace} order by id limit {count}
      ) endpoint
      """;

  private final Database database;
  private final Scope scope;
  private final Steps steps;
  private final SchemaCheckedHttp console;
  private final long messages;

  /**
   * @param console creates the endpoints
   */
  DeliveryRows(Database database, Scope scope, Steps steps, SchemaCheckedHttp console) {
    this.database = database;
    this.scope = scope;
    this.steps = steps;
    this.console = console;
    this.messages = scope.amounts().deliveries() / RECEIVING;
  }

  void generate() {
    steps.run(
        "webhook endpoints",
        messages == 0 ? 0 : ENDPOINTS,
        () -> {
          for (int number = 0; number < ENDPOINTS; number++) {
            createEndpoint(number);
          }
          database.run("public", List.of(fill(PARTITIONS, 0, 0)));
        });
    steps.run("webhook messages", messages, this::store);
  }

  private void store() {
    String endpoints = endpoints();
    steps.insert(
        "webhook messages",
        messages,
        PART,
        (first, last) -> fill(STORE, first, last).replace("{endpoints}", endpoints));
    database.run(
        "public",
        List.of(
            fill(COUNTERS, 0, 0).replace("{endpoints}", endpoints),
            fill(REPLAY, 0, 0).replace("{endpoints}", endpoints),
            "vacuum analyze webhook_messages",
            "vacuum analyze webhook_deliveries",
            "vacuum analyze webhook_attempts"));
  }

  private String endpoints() {
    Row row = database.rows("public", scope.fill(OWN_ENDPOINTS, Map.of("count", RECEIVING))).get(0);
    return row.getString("ids");
  }

  private void createEndpoint(int number) {
    Response response =
        console.post(
            "/console/api/workspaces/" + scope.workspace() + "/webhook-endpoints",
            "{\"url\":\"https://receiver-%d.example/hooks\",\"topics\":[\"contacts/updated\"]}"
                .formatted(number));
    if (response.status() != 200) {
      throw new IllegalStateException(response.toString());
    }
  }

  private String fill(String sql, long first, long last) {
    return scope.fill(
        sql.replace("{message}", MESSAGES),
        Map.of(
            "shop", EventShape.hash("n", 14),
            "messages", messages,
            "days", Math.min(MOST_DAYS, scope.amounts().days()),
            "first", first,
            "last", last));
  }
}
