package dev.shopwire.benchmarks.console;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.population.EventShape;
import dev.shopwire.benchmarks.population.Population;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the requests of the benchmark refer to: ids of the generated data.
 *
 * @param ids values of path parameters, by the kind of resource such as {@code webhook-endpoints}
 * @param shop the busiest customer
 * @param lastDay with generated events
 */
record ConsoleData(Map<String, String> ids, String shop, LocalDate lastDay) {
  /** Of the workspace of the app; it is never connected to. */
  private static final String DATABASE =
      """
      insert into linked_databases (workspace_id, name, engine, host, port, database_name, user_name,
        accepts_writable, statement_millis, max_rows, max_bytes, proven, checked_at, probes)
      select max(workspace_id), 'production', 'postgresql', 'db.acme.example', 5432, 'app', 'reader',
        false, 30000, 1000, 1000000, true, now(), '[]' from partner_connections
      returning id
      """;

  /** A query on it that never runs, and a run of it. */
  private static final String LINKED_QUERY =
      """
      insert into linked_queries (workspace_id, id, database_id, name, sql, key_column, key_kind, removed,
        guard_percent, guard_at_least, announce, status)
      select workspace_id, nextval('linked_query_ids'), id, 'Plans', 'select 1', 'domain', 'domain', 'keep',
        20, 10, 'changes', 'paused' from linked_databases where id = %1$s;
      insert into linked_query_columns (workspace_id, query_id, position, column_name, field_id, field, type,
        scope)
      select workspace_id, id, 1, 'plan', 0, 'linked_plan', 'text', 'customers' from linked_queries
      where database_id = %1$s;
      insert into linked_runs (workspace_id, query_id, database_id, kind, status, finished_at, is_settled)
      select workspace_id, id, database_id, 'manual', 'applied', now(), true from linked_queries
      where database_id = %1$s
      """;

  private static final String API = "/console/api";

  /** A run that has ended, unless the flow has one. */
  private static final String RUN =
      """
      insert into flow_runs (workspace_id, flow_id, version, customer_id, status, reason, at,
        entered_at, ended_at, cause_type, cause_at, occurred_at, cause_app, cause_key)
      select f.workspace_id, f.id, 1, c.id, 'ended', 'completed', now(), now(), now(),
        'contact_created', now(), now(), 0, gen_random_uuid()
      from flows f, lateral (
        select id from customers where workspace_id = f.workspace_id order by id limit 1) c
      where f.id = %1$s and not exists (select from flow_runs where flow_id = %1$s)
      """;

  static ConsoleData of(Installation installation, Population population, ConsoleSession owner) {
    String workspace = API + "/workspaces/" + installation.app().workspaceId();
    String app = API + "/apps/" + installation.app().appId();
    String shop = CustomerId.of(population.firstCustomer());
    Map<String, String> ids = new HashMap<>();
    ids.put("workspaces", installation.app().workspaceId());
    ids.put("apps", installation.app().appId());
    ids.put("customers", shop);
    ids.put("custom-fields", first(owner, workspace + "/custom-fields", "customFields"));
    ids.put("affiliates", first(owner, workspace + "/affiliates", "affiliates"));
    ids.put(
        "webhook-endpoints", first(owner, workspace + "/webhook-endpoints", "webhookEndpoints"));
    ids.put(
        "deliveries",
        first(
            owner,
            API + "/webhook-endpoints/" + ids.get("webhook-endpoints") + "/deliveries",
            "deliveries"));
    ids.put(
        "usage-metrics",
        created(
            installation,
            owner,
            app + "/usage-metrics",
            "metrics",
            "{\"name\":\"exports\",\"eventName\":\"%s\",\"calculation\":\"count\"}"
                .formatted(EventShape.EXPORTED)));
    ids.put(
        "segments",
        created(
            installation,
            owner,
            workspace + "/segments",
            "segments",
            "{\"name\":\"Exporters\",\"text\":\"event:%s performed within 30d\"}"
                .formatted(EventShape.EXPORTED)));
    ids.put(
        "mail-senders",
        created(
            installation,
            owner,
            workspace + "/mail-senders",
            "mailSenders",
            "{\"name\":\"Relay\",\"from\":{\"email\":\"shop@acme.example\"},\"smtp\":\"smtp://relay.acme.example\"}"));
    ids.put(
        "mail-templates",
        created(
            installation,
            owner,
            workspace + "/mail-templates",
            "mailTemplates",
            "{\"name\":\"Welcome\",\"subject\":\"Welcome\",\"html\":\"<p>Hello</p>\"}"));
    ids.put(
        "campaigns",
        created(
            installation,
            owner,
            workspace + "/campaigns",
            "campaigns",
            "{\"name\":\"Spring\",\"audience\":{\"condition\":\"everyone\"},\"to\":[\"shop\"],\"template\":\"%s\"}"
                .formatted(ids.get("mail-templates"))));
    ids.put(
        "flows",
        created(
            installation,
            owner,
            workspace + "/flows",
            "flows",
            "{\"name\":\"Hello\",\"definition\":{\"trigger\":{\"type\":\"contact_created\"},\"steps\":[]}}"));
    installation.sql().run(RUN.formatted(ids.get("flows")));
    ids.put(
        "flow-runs",
        installation
            .sql()
            .text(
                "select max(id) from flow_runs where flow_id = ?",
                Long.parseLong(ids.get("flows"))));
    ids.put(
        "dry-runs",
        idIn(
            installation
                .tenants()
                .console()
                .post(
                    API + "/flows/" + ids.get("flows") + "/dry-runs",
                    "{\"customerId\":\"%s\",\"cause\":{\"eventName\":\"x\"}}"
                        .formatted(ids.get("customers")))));
    ids.put(
        "messages",
        idIn(
            installation
                .tenants()
                .console()
                .post(
                    API + "/mail-templates/" + ids.get("mail-templates") + "/test",
                    "{\"to\":\"me@acme.example\"}")));
    connectPartner(installation, app + "/partner-connection");
    ids.put("databases", database(installation.sql()));
    ids.put("linked-queries", installation.sql().text("select max(id) from linked_queries"));
    ids.put("linked-runs", installation.sql().text("select max(id) from linked_runs"));
    ids.put("replays", installation.sql().text("select max(id) from webhook_replays"));
    return new ConsoleData(ids, shop, population.lastDay());
  }

  /** The database with its query, added if there is none yet. */
  private static String database(Sql sql) {
    if (sql.number("select count(*) from linked_databases") == 0) {
      sql.run(LINKED_QUERY.formatted(sql.text(DATABASE)));
    }
    return sql.text("select max(id) from linked_databases");
  }

  /** A connection to the partner interface, which is paused, so that nothing is sent. */
  private static void connectPartner(Installation installation, String path) {
    SchemaCheckedHttp console = installation.tenants().console();
    for (Response response :
        List.of(
            console.put(
                path,
                "{\"dialect\":\"historical-events\",\"parameters\":"
                    + "{\"organization\":\"1\",\"app\":\"1\",\"token\":\"none\"}}"),
            console.post(path + "/pause", ""))) {
      if (response.status() != 200) {
        throw new IllegalStateException(response.toString());
      }
    }
  }

  private static String first(ConsoleSession owner, String path, String list) {
    JsonNode page = owner.require(path + "?take=1").json();
    return page.path(list).path(0).path("id").asText();
  }

  /** The first resource of a list, created if there is none. */
  private static String created(
      Installation installation, ConsoleSession owner, String path, String list, String body) {
    String id = first(owner, path, list);
    return id.isEmpty() ? idIn(installation.tenants().console().post(path, body)) : id;
  }

  /** The id of the object in a response such as {@code {"segment": {"id": …}}}. */
  private static String idIn(Response response) {
    for (JsonNode object : response.json()) {
      if (object.isObject()) {
        return object.path("id").asText();
      }
    }
    throw new IllegalStateException(response.body());
  }

  /** The id of the resource that requests about this kind refer to. */
  String id(String kind) {
    String id = ids.get(kind);
    if (id == null || id.isEmpty()) {
      throw new IllegalStateException("no id is prepared for " + kind);
    }
    return id;
  }

  String workspacePath(String path) {
    return API + "/workspaces/" + ids.get("workspaces") + path;
  }

  String appPath(String path) {
    return API + "/apps/" + ids.get("apps") + path;
  }

  /** The last thirty days as parameters. */
  String thirtyDays() {
    return "startDate=%s&endDate=%s&timezone=UTC".formatted(lastDay.minusDays(29), lastDay);
  }
}
