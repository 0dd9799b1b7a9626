package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.linked.LinkedModel.Outcome;
import dev.shopwire.app.linked.LinkedModel.SourceRow;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Compares random sequences of changes of a table, runs, previews, pushes, promotions, approvals,
 * rejections and rollbacks with a model that knows no SQL: values, the runs that they are from,
 * numbers and bad rows are equal after each step.
 */
class LinkedModelIT {
  private static final int SEQUENCES = RunSize.of("linkedModel.sequences", 3, 500);
  private static final int FIRST_SEED = Integer.getInteger("shopwire.linkedModel.firstSeed", 1);
  private static final int STEPS = 10;
  private static final int SHOPS = 6;
  private static final int UNKNOWN_SHOPS = 2;

  /** Sequences at a time, each in a workspace of its own with a database of its own. */
  private static final int LANES = 3;

  private static final String VALUES =
      """
      select coalesce(string_agg(split_part(c.domain, '.', 1) || '=' || v.text_value || '@'
        || coalesce(v.linked_run, 0), ' ' order by c.domain collate "C"), '')
      from custom_fields f
      join custom_field_values v on v.workspace_id = f.workspace_id and v.field_id = f.id
      join customers c on c.id = v.customer_id
      where f.workspace_id = ? and f.name = ?
      """;

  private final ConcurrentHashMap<String, AtomicInteger> steps = new ConcurrentHashMap<>();

  @Test
  void randomSequencesMatchTheModel() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(LANES);
    try (SourceDatabase source = new SourceDatabase();
        OwnService service = new OwnService(LinkedFixture.SETTINGS)) {
      List<Future<?>> lanes = new ArrayList<>();
      for (int i = 0; i < Math.min(LANES, SEQUENCES); i++) {
        int lane = i;
        lanes.add(threads.submit(() -> lane(service, source, lane)));
      }
      for (Future<?> lane : lanes) {
        lane.get();
      }
      source.superuser().close();
    } finally {
      threads.shutdownNow();
    }
    System.out.printf(
        "%d sequences from seed %d match the model: %s%n",
        SEQUENCES, FIRST_SEED, new TreeMap<>(steps));
  }

  private void lane(OwnService service, SourceDatabase source, int lane) {
    Sql superuser = source.superuser();
    String table = "model" + lane;
    superuser.run(
        "create table %1$s (n int, shop text, value text); grant select on %1$s to reader"
            .formatted(table));
    LinkedQueries queries =
        LinkedQueries.of(LinkedFixture.of(service.tenants()), source.readerUri());
    for (int i = 0; i < SHOPS; i++) {
      queries.identify("s" + i);
    }
    for (int i = lane; i < SEQUENCES; i += LANES) {
      new Sequence(service, superuser, queries, table, FIRST_SEED + i).run();
    }
  }

  /** Some steps with one query. */
  private final class Sequence {
    private final OwnService service;
    private final Sql superuser;
    private final LinkedQueries queries;
    private final String table;
    private final String field;
    private final Random random;
    private final LinkedModel model;
    private final String query;
    private final String seed;
    private List<SourceRow> rows = List.of();
    private String held = "";
    private boolean isPromoted;

    Sequence(OwnService service, Sql superuser, LinkedQueries queries, String table, int seed) {
      this.service = service;
      this.superuser = superuser;
      this.queries = queries;
      this.table = table;
      this.seed = "seed " + seed;
      field = "model" + seed;
      random = new Random(seed);
      boolean unsetsRemoved = random.nextBoolean();
      int percent = List.of(0, 40, 100).get(random.nextInt(3));
      model = new LinkedModel(unsetsRemoved, percent);
      ObjectNode body = LinkedQueries.body(field, sql(), "shop", "value:" + field + ":text:app");
      body.put("removed", unsetsRemoved ? "unset" : "keep");
      body.putObject("guard").put("percent", percent).put("atLeast", 1);
      query = queries.created(body);
      write(List.of());
    }

    private String sql() {
      return "select shop, value from %s order by n".formatted(table);
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        String what = seed + ", step " + step + ": " + step(random.nextInt(20));
        assertEquals(model.shown(), values(), what);
      }
      assertEquals(
          200,
          queries
              .fixture()
              .tenants()
              .console()
              .delete("/console/api/linked-queries/" + query)
              .status());
    }

    private String values() {
      return service
          .sql()
          .text(VALUES, Long.parseLong(queries.fixture().app().workspaceId()), field);
    }

    /** Takes a step; returns what it was. */
    private String step(int choice) {
      String name = name(choice);
      steps.computeIfAbsent(name, key -> new AtomicInteger()).incrementAndGet();
      switch (name) {
        case "approve", "reject" -> decide(name);
        case "roll back" -> rollBack();
        case "preview" -> preview();
        case "push" -> push();
        case "promote" -> promote();
        default -> runQuery(name.equals("run"));
      }
      return name;
    }

    private String name(int choice) {
      if (model.isHeld() && choice < 10) {
        return choice < 6 ? "approve" : "reject";
      }
      return switch (choice) {
        case 10, 11 -> model.applied().isEmpty() ? "run" : "roll back";
        case 12, 13 -> "preview";
        case 14 -> "push";
        case 15 -> isPromoted ? "run" : "promote";
        case 16 -> "run again";
        default -> "run";
      };
    }

    private void decide(String decision) {
      JsonNode run = queries.awaited(queries.post("/linked-runs/" + held + "/" + decision, ""));
      boolean isApproved = decision.equals("approve");
      assertEquals(isApproved ? "applied" : "rejected", run.path("status").asText(), seed);
      if (isApproved) {
        model.apply(held);
      } else {
        model.reject();
      }
      Response again = queries.post("/linked-runs/" + held + "/" + decision, "");
      assertEquals("not_held", again.json().path("code").asText(), again::body);
    }

    /** To before the last applied run, or to after an earlier one. */
    private void rollBack() {
      int last = model.applied().size() - 1;
      int index = random.nextBoolean() || last == 0 ? last : 1 + random.nextInt(last);
      String body =
          index == last ? "" : "{\"toRunId\":\"%s\"}".formatted(model.applied().get(index - 1));
      JsonNode run = queries.awaited(queries.post("/linked-queries/" + query + "/rollback", body));
      assertEquals("applied", run.path("status").asText(), () -> seed + ": " + run);
      model.rollBack(index, run.path("id").asText());
    }

    private void preview() {
      write(rows());
      String scope = isPromoted ? "customers" : "app";
      Response response =
          queries
              .fixture()
              .preview(queries.database(), sql(), "shop", "value:" + field + ":text:" + scope);
      assertEquals(200, response.status(), response::body);
      List<String> shown = new ArrayList<>();
      response
          .json()
          .at("/preview/rows")
          .forEach(
              row ->
                  shown.add(
                      row.path("problem").isObject()
                          ? row.at("/problem/code").asText()
                          : "%s %s %s"
                              .formatted(
                                  row.at("/fields/0/now").asText(""),
                                  row.at("/fields/0/new").asText(""),
                                  row.at("/fields/0/change").asText())));
      assertEquals(model.preview(rows), shown, seed);
    }

    /** A push to the linked field is ignored. */
    private void push() {
      Response response =
          queries
              .fixture()
              .app()
              .api()
              .post(
                  "/v1/identify",
                  "{\"myplatformDomain\":\"s%d.platform.example\",\"customFields\":{\"%s\":\"pushed\"}}"
                      .formatted(random.nextInt(SHOPS), field));
      assertEquals(200, response.status(), response::body);
      assertEquals("linked_field", response.json().at("/warnings/0/code").asText());
    }

    private void promote() {
      long id =
          service
              .sql()
              .number(
                  "select id from custom_fields where workspace_id = ? and name = ?",
                  Long.parseLong(queries.fixture().app().workspaceId()),
                  field);
      Response response = queries.post("/custom-fields/" + id + "/promote", "{}");
      assertEquals(200, response.status(), response::body);
      isPromoted = true;
    }

    private void runQuery(boolean isChanged) {
      if (isChanged) {
        write(rows());
      }
      Outcome expected = model.run(rows);
      JsonNode run = queries.run(query);
      assertEquals(expected.status(), run.path("status").asText(), () -> seed + ": " + run);
      assertEquals(expected.numbers(), numbers(run), seed);
      assertEquals(expected.badRows(), badRows(run), seed);
      held = run.path("id").asText();
      if (!model.isHeld()) {
        model.apply(held);
      }
    }

    private List<SourceRow> rows() {
      List<SourceRow> made = new ArrayList<>();
      for (int i = 0; i < SHOPS + UNKNOWN_SHOPS; i++) {
        String shop = i < SHOPS ? "s" + i : "u" + i;
        int copies = random.nextInt(10) < 7 ? 1 : random.nextInt(3);
        for (int j = 0; j < copies; j++) {
          made.add(new SourceRow(shop, value()));
        }
      }
      if (random.nextInt(4) == 0) {
        made.add(SourceRow.ofNullKey(value()));
      }
      if (random.nextInt(4) == 0) {
        made.add(SourceRow.ofBadKey(value()));
      }
      Collections.shuffle(made, random);
      return made;
    }

    private String value() {
      return List.of("a", "b", "c", "").get(random.nextInt(4));
    }

    /** Keys of the same shop may differ in case. */
    private void write(List<SourceRow> changed) {
      rows = changed;
      List<String> values = new ArrayList<>();
      for (SourceRow row : changed) {
        String key = row.key().isEmpty() ? "" : row.key() + ".platform.example";
        values.add(
            "(%d, nullif('%s', ''), nullif('%s', ''))"
                .formatted(
                    values.size(),
                    random.nextBoolean() ? key : key.toUpperCase(Locale.ROOT),
                    row.value()));
      }
      superuser.run(
          "truncate "
              + table
              + (values.isEmpty()
                  ? ""
                  : "; insert into " + table + " values " + String.join(", ", values)));
    }

    private List<String> badRows(JsonNode run) {
      List<String> bad = new ArrayList<>();
      queries
          .get("/linked-runs/" + run.path("id").asText() + "/bad-rows")
          .path("badRows")
          .forEach(row -> bad.add(row.path("row").asText() + " " + row.path("code").asText()));
      return bad;
    }
  }

  private static String numbers(JsonNode run) {
    TreeMap<String, Integer> bad = new TreeMap<>();
    run.path("badRows")
        .properties()
        .forEach(code -> bad.put(code.getKey(), code.getValue().asInt()));
    JsonNode changes = run.path("changes");
    return "%s rows %s, %s differ: %s %s %s, %s unchanged, %s removed"
        .formatted(
            run.path("rows"),
            bad,
            changes.path("customers"),
            changes.path("set"),
            changes.path("changed"),
            changes.path("unset"),
            changes.path("unchanged"),
            run.path("removedRows"));
  }
}
