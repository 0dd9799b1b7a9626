package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.PausedConnection;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that every list of a workspace is the same in all formats. The lists are those that the
 * OpenAPI document describes with formats.
 */
@Tag("everywhere")
class ListFormatsIT {
  private static final String API = "/console/api";
  private static final String SHOP = "formats.platform.example";

  /** Objects of an id and a name or slug, which are shown as that. */
  private static final Set<String> PARTIES = Set.of("app", "affiliate", "winner");

  /** Required parameters, by operation. */
  private static final Map<String, String> QUERIES =
      Map.of(
          "listDropouts",
          "steps=opened,never&window=1d&step=2",
          "listPartnerReportRows",
          "metric=net_revenue&date=2026-02-01&interval=monthly&currency=USD",
          "listWorkspacePartnerReportRows",
          "metric=net_revenue&date=2026-02-01&interval=monthly&currency=USD");

  /** Every request for a file adds an entry to it. */
  private static final Set<String> OF_EXPORTS = Set.of("listAuditLog");

  /** Records of a connection that fetches nothing. */
  private static final String PARTNER_RECORDS =
      """
      insert into partner_records (app_id, fetch_id, stream, key, pass, outcome, type, kind, at, shop,
        category, net, note, amount, currency, settled_on, digest, raw)
      select app_id, id, 'events', '=' || n, 1, 'record', 'A', 'earning', timestamptz '2026-02-01',
        case when n < 4 then '=shop ' || n end, 'recurring', 2.50,
        '=' || n || ', "no"', 1.50, 'USD', '2026-03-01', '', '{"id":"=1","amount":1.50,"shop":null}'
      from fetched, generate_series(1, 5) n
      """;

  /**
   * Databases, one of which has queries that never run by themselves, each with three applied runs
   * and a held one, which have bad rows and changes.
   */
  private static final String LINKED_RUNS =
      """
      insert into linked_databases (workspace_id, name, engine, host, port, database_name, user_name,
        accepts_writable, statement_millis, max_rows, max_bytes, proven, checked_at, probes)
      select %1$s, name, 'postgresql', 'db.acme.example', 5432, 'app', '@reader', false, 30000,
        1000, 1000000, true, now(), '[{"name":"no_write","ok":true,"detail":"=1, \\"no\\""}]'
      from unnest(array['=1+1', '-replica, "old"', 'production']) name;
      insert into linked_queries (workspace_id, id, database_id, name, sql, key_column, key_kind,
        removed, guard_percent, guard_at_least, announce, status)
      select workspace_id, nextval('linked_query_ids'), d.id, q.name, q.name || E'\\nselect "1"',
        'domain', 'domain', 'keep', 20, 10, 'changes', 'paused'
      from linked_databases d, unnest(array['=1+1', '@Plans, all', 'Plans']) as q (name)
      where workspace_id = %1$s and d.name = 'production';
      insert into linked_query_columns (workspace_id, query_id, position, column_name, field_id,
        field, type, scope)
      select workspace_id, id, 1, '=plan', 0, 'plan', 'text', 'customers' from linked_queries
      where workspace_id = %1$s;
      insert into linked_runs (workspace_id, query_id, database_id, kind, status, finished_at,
        is_settled, is_reported)
      select workspace_id, id, database_id, 'manual', 'applied', now(), true, true
      from linked_queries, generate_series(1, 3) where workspace_id = %1$s;
      insert into linked_runs (workspace_id, query_id, database_id, kind, status, read_at, bad_rows,
        affected, base, guard_percent, guard_limit, is_settled, is_reported)
      select workspace_id, id, database_id, 'scheduled', 'held', now(), '{"bad_key":5}', 30, 40, 20,
        10, true, true
      from linked_queries where workspace_id = %1$s;
      insert into linked_run_fields (workspace_id, run_id, position, field_id, app_id, name, type)
      select r.workspace_id, r.id, n, n, 0, '=field' || n, case n when 1 then 'text' else 'number' end
      from linked_runs r, generate_series(1, 2) n where r.workspace_id = %1$s;
      insert into linked_run_changes (workspace_id, run_id, customer_id, positions, was, after)
      select r.workspace_id, r.id, c.id, '{1,2}', '{=a,1.50}', '{null,2000}'
      from linked_runs r join customers c on c.workspace_id = r.workspace_id
      where r.workspace_id = %1$s;
      insert into linked_bad_rows (workspace_id, run_id, row, key, column_name, code, message)
      select r.workspace_id, r.id, n, case when n > 1 then '=key' || n end, 'plan', 'bad_key', 'no'
      from linked_runs r, generate_series(1, 5) n where r.workspace_id = %1$s
      """;

  /** Restatements of that connection. */
  private static final String RESTATEMENTS =
      """
      with frozen as (
        insert into partner_frozen_days (app_id, fetch_id, first_day, end_day)
        select app_id, shown_id, '2024-01-01', '2026-02-02' from partner_connections where app_id = %s
        returning app_id, id)
      insert into partner_restatements (app_id, frozen_id, id, metric, day, currency, was, became,
        cause, events)
      select app_id, id, n, 'charges', '2026-02-01', case when n < 4 then 'USD' end, 1.50, n,
        'late_record', '["events:=1", "events:=2"]'
      from frozen, generate_series(1, 5) n
      """;

  private static final AttributionFixture APP = AttributionFixture.inNewWorkspace();
  private static final Http HTTP = new Http(RunningService.shared().consoleUrl());
  private static String endpoint = "";
  private static String customer = "";
  private static String segment = "";
  private static String campaign = "";
  private static String flow = "";
  private static String dryRun = "";
  private static String database = "";
  private static String linkedQuery = "";
  private static String linkedRun = "";

  /** A list and its address, with a query that ends in a question mark or an ampersand. */
  record ListOf(String operation, String address) {
    @Override
    public String toString() {
      return operation;
    }
  }

  @BeforeAll
  static void createRows() {
    APP.affiliate("=Jane", "JANE10");
    APP.affiliate("John, \"Jr\"", "JOHN");
    APP.sendCode(SHOP, "JANE10");
    APP.sendCode(SHOP, "=1+1");
    for (String body :
        List.of(
            "{\"myplatformDomain\":\""
                + SHOP
                + "\",\"name\":\"@Acme\",\"customFields\":{\"n\":-1.50}}",
            "{\"myplatformDomain\":\"other." + SHOP + "\",\"name\":\"-5\"}")) {
      assertEquals(200, APP.app().api().post("/v1/identify", body).status());
    }
    customer = APP.customerId(SHOP);
    for (String contact : List.of("+41", "Jane")) {
      post(
          "/customers/" + customer + "/contacts",
          "{\"id\":\"" + contact + "\",\"firstName\":\"" + contact + "\"}");
    }
    Response created =
        post(
            "/workspaces/" + APP.app().workspaceId() + "/webhook-endpoints",
            "{\"url\":\"http://127.0.0.1:9/\",\"topics\":[\"customers/usage_event\"]}");
    endpoint = created.json().at("/webhookEndpoint/id").asText();
    String segments = "/workspaces/" + APP.app().workspaceId() + "/segments";
    segment =
        post(segments, "{\"name\":\"=All\",\"text\":\"everyone\"}")
            .json()
            .at("/segment/id")
            .asText();
    post(
        segments,
        "{\"name\":\"@Acme, and \\\"others\\\"\",\"text\":\"NOT segment:#" + segment + "\"}");
    String mail = "{\"name\":\"Hi\",\"subject\":\"Hi\",\"html\":\"<p>Hi</p>\"}";
    String template =
        post("/workspaces/" + APP.app().workspaceId() + "/mail-templates", mail)
            .json()
            .at("/mailTemplate/id")
            .asText();
    campaign =
        post(
                "/workspaces/" + APP.app().workspaceId() + "/campaigns",
                "{\"name\":\"=All\",\"audience\":{\"segment\":\"%s\"},\"to\":[\"shop\"],\"template\":\"%s\"}"
                    .formatted(segment, template))
            .json()
            .at("/campaign/id")
            .asText();
    String definition =
        "{\"trigger\":{\"type\":\"usage_event\",\"eventName\":\"flowed\"},\"steps\":[]}";
    flow =
        post(
                "/workspaces/" + APP.app().workspaceId() + "/flows",
                "{\"name\":\"=Hello\",\"definition\":" + definition + "}")
            .json()
            .at("/flow/id")
            .asText();
    post("/flows/" + flow + "/publish", "{}");
    dryRun =
        post(
                "/flows/" + flow + "/dry-runs",
                "{\"customerId\":\"%s\",\"cause\":{\"eventName\":\"flowed\"}}".formatted(SHOP))
            .json()
            .at("/dryRun/id")
            .asText();
    RunningService.shared().sql().run(PausedConnection.with(APP.app(), PARTNER_RECORDS));
    RunningService.shared().sql().run(LINKED_RUNS.formatted(APP.app().workspaceId()));
    linkedRun = newest("linked_runs");
    database = newest("linked_databases");
    linkedQuery = newest("linked_queries");
    RunningService.shared().sql().run(RESTATEMENTS.formatted(APP.app().appId()));
    post(
        "/apps/" + APP.app().appId() + "/usage-metrics",
        "{\"name\":\"Opened\",\"eventName\":\"opened\",\"calculation\":\"count\"}");
    String event =
        "{\"eventName\":\"opened\",\"customerId\":\""
            + SHOP
            + "\",\"eventId\":\"%s\",\"properties\":{\"id\":\"1\",\"name\":\"=1\",\"path\":\"/a,%s\"}}";
    Instant lastSight = Instant.EPOCH;
    for (int i = 0; i < 5; i++) {
      lastSight = Instant.now();
      assertEquals(
          200, APP.app().api().post("/v1/usage_events", event.formatted("e" + i, i)).status());
    }
    awaitLastSeen(lastSight);
    assertEquals(
        200,
        APP.console()
            .patch(API + "/webhook-endpoints/" + endpoint, "{\"status\":\"disabled\"}")
            .status());
  }

  /** The time is written later than the request that it is of. */
  private static void awaitLastSeen(Instant lastSight) {
    Poll.until(
        Duration.ofSeconds(10),
        () -> "the customer was last seen at " + lastSight + " or later",
        () -> !lastSeen().isBefore(lastSight.truncatedTo(ChronoUnit.MICROS)));
  }

  private static Instant lastSeen() {
    return Instant.parse(
        APP.console()
            .get(API + "/customers/" + customer)
            .json()
            .at("/customer/lastSeenAt")
            .asText());
  }

  private static String newest(String table) {
    return RunningService.shared()
        .sql()
        .text(
            "select max(id) from " + table + " where workspace_id = ?",
            Long.parseLong(APP.app().workspaceId()));
  }

  private static Response post(String path, String body) {
    Response response = APP.console().post(API + path, body);
    assertEquals(200, response.status(), response::body);
    return response;
  }

  /** The lists of the workspace, its app, its customer and its endpoint. */
  static Stream<ListOf> lists() {
    JsonNode document = HTTP.send("GET", API + "/openapi.json", Map.of(), new byte[0]).json();
    List<ListOf> lists = new ArrayList<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path -> {
              JsonNode get = path.getValue().path("get");
              if (get.at("/responses/200/content/application~1x-ndjson").isObject()
                  && get.path("x-csv-columns").isMissingNode()
                  && path.getKey().contains("{")) {
                String operation = get.path("operationId").asText();
                lists.add(
                    new ListOf(
                        operation,
                        address(path.getKey())
                            + (QUERIES.containsKey(operation)
                                ? "?" + QUERIES.get(operation) + "&"
                                : "?")));
              }
            });
    assertTrue(lists.size() >= 15, lists::toString);
    return lists.stream();
  }

  private static String address(String path) {
    return path.replace("/workspaces/{id}", "/workspaces/" + APP.app().workspaceId())
        .replace("/apps/{id}", "/apps/" + APP.app().appId())
        .replace("/webhook-endpoints/{id}", "/webhook-endpoints/" + endpoint)
        .replace("/segments/{id}", "/segments/" + segment)
        .replace("/campaigns/{id}", "/campaigns/" + campaign)
        .replace("/flows/{id}", "/flows/" + flow)
        .replace("/dry-runs/{id}", "/dry-runs/" + dryRun)
        .replace("/databases/{id}", "/databases/" + database)
        .replace("/linked-queries/{id}", "/linked-queries/" + linkedQuery)
        .replace("/linked-runs/{id}", "/linked-runs/" + linkedRun)
        .replace("{customer}", customer);
  }

  private static Response send(String method, String address) {
    return HTTP.send(
        method,
        address,
        Map.of("Authorization", "Bearer " + RunningService.ADMIN_TOKEN),
        new byte[0]);
  }

  /** All rows of a list, from pages of two. */
  private static List<JsonNode> rows(ListOf list) {
    List<JsonNode> rows = new ArrayList<>();
    String cursor = "";
    do {
      Response page = APP.console().get(list.address() + "take=2" + cursor);
      assertEquals(200, page.status(), page::body);
      page.json()
          .valueStream()
          .filter(JsonNode::isArray)
          .findFirst()
          .orElseThrow()
          .forEach(rows::add);
      cursor =
          page.json().path("hasNextPage").asBoolean()
              ? "&cursor=" + page.json().path("cursor").asText()
              : "";
    } while (!cursor.isEmpty());
    return rows;
  }

  private static JsonNode parse(String line) {
    try {
      return Json.MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cell that docs/api/console-lists.md describes for a value. */
  private static String cell(String column, JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    if (value.isObject() && PARTIES.contains(column)) {
      return cell("", value.has("slug") ? value.path("slug") : value.path("name"));
    }
    if (value.isTextual()) {
      String text = value.textValue();
      return text.matches("(?s)[=+\\-@\\t\\r].*") ? "'" + text : text;
    }
    return value.toString();
  }

  @ParameterizedTest
  @MethodSource("lists")
  void aListIsTheSameInAllFormats(ListOf list) {
    List<JsonNode> rows = rows(list);
    boolean grows = OF_EXPORTS.contains(list.operation());
    assertEquals(
        rows.size(),
        APP.console().get(list.address() + "format=count").json().path("count").asInt());

    Response ndjson = send("GET", list.address() + "format=ndjson");
    assertEquals(200, ndjson.status(), ndjson::body);
    assertEquals("application/x-ndjson", ndjson.header("Content-Type"));
    assertEquals(rows, ndjson.body().lines().map(ListFormatsIT::parse).toList());
    assertEquals(Integer.toString(rows.size()), ndjson.header("X-Total-Count"));

    Response csv = send("GET", list.address() + "format=csv");
    assertEquals(200, csv.status(), csv::body);
    assertEquals("text/csv; charset=utf-8", csv.header("Content-Type"));
    assertTrue(
        csv.header("Content-Disposition")
            .matches("attachment; filename=\"[a-z-]+-[0-9-]{10}\\.csv\""));
    List<NamedCsvRecord> records =
        CsvReader.builder().ofNamedCsvRecord(csv.body()).stream().toList();
    assertEquals(Integer.toString(records.size()), csv.header("X-Total-Count"));
    if (!grows) {
      assertEquals(rows.size(), records.size());
      for (int i = 0; i < rows.size(); i++) {
        JsonNode row = rows.get(i);
        records
            .get(i)
            .getFieldsAsMap()
            .forEach((column, cell) -> assertEquals(cell(column, row.path(column)), cell, column));
      }
    }
    if (!records.isEmpty()) {
      List<String> header = records.get(0).getHeader();
      rows.get(0).fieldNames().forEachRemaining(name -> assertTrue(header.contains(name), name));
    }

    Response head = send("HEAD", list.address() + "format=csv");
    assertEquals(200, head.status());
    assertEquals("", head.body());
    assertFalse(head.header("X-Total-Count").isEmpty());
    assertEquals(csv.header("Content-Disposition"), head.header("Content-Disposition"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "format=xml",
        "format=",
        "format=csv&take=5",
        "format=count&cursor=1",
        "format=ndjson&unknown=1"
      })
  void whatAFormatDoesNotHaveIsRejected(String query) {
    Response response = APP.console().get(APP.workspace("/affiliates?" + query));
    assertEquals(422, response.status(), response::body);
  }

  @Test
  void aFileOfAnUnknownWorkspaceIsNotFound() {
    for (String format : List.of("count", "csv", "ndjson")) {
      assertEquals(
          404,
          APP.console().get(API + "/workspaces/999999999/affiliates?format=" + format).status());
    }
  }

  @Test
  void aCompleteFileIsRecordedInTheAuditLog() {
    AttributionFixture own = AttributionFixture.inNewWorkspace();
    assertEquals(200, send("GET", own.workspace("/customers?search=x&format=csv")).status());
    assertEquals(200, own.console().get(own.workspace("/affiliates?format=count")).status());
    String entries =
        """
        select string_agg(concat_ws(' ', object_type, object_id, after), ',') from audit_log
        where action = 'export.finished' and workspace_id = ?
        """;
    Poll.until(
        Duration.ofSeconds(5),
        () -> "an entry of the export",
        () ->
            RunningService.shared()
                .sql()
                .text(entries, Long.parseLong(own.app().workspaceId()))
                .equals(
                    "export listCustomers {\"rows\": 0, \"filter\": {\"search\": \"x\"}, \"format\": \"csv\"}"));
  }
}
