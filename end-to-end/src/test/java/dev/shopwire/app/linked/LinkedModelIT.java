package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Compares random sequences of changes of a table, runs, approvals, rejections and rollbacks with a
 * model that knows no SQL: values and numbers are equal after each step.
 */
class LinkedModelIT {
  private static final int SEQUENCES = RunSize.of("linkedModel.sequences", 3, 500);
  private static final int STEPS = 8;
  private static final int SHOPS = 6;
  private static final int UNKNOWN_SHOPS = 2;

  private static final String VALUES =
      """
      select coalesce(string_agg(split_part(c.domain, '.', 1) || '=' || v.text_value, ' '
        order by c.domain collate "C"), '')
      from custom_fields f
      join custom_field_values v on v.workspace_id = f.workspace_id and v.field_id = f.id
      join customers c on c.id = v.customer_id
      where f.workspace_id = ? and f.name = ?
      """;

  /** A row of the table; null is null. */
  private record SourceRow(String shop, String value) {}

  /** What a run has found. */
  private record Outcome(String status, String numbers) {}

  /** The values, the applied runs with what they were before, and a run that is held. */
  private static final class Model {
    final boolean unsetsRemoved;
    final int percent;
    Map<String, String> values = new TreeMap<>();
    Set<String> named = new HashSet<>();
    final List<Map<String, String>> before = new ArrayList<>();
    final List<Set<String>> namedBefore = new ArrayList<>();
    Map<String, String> heldValues = Map.of();
    Set<String> heldNamed = Set.of();
    boolean isHeld;

    Model(boolean unsetsRemoved, int percent) {
      this.unsetsRemoved = unsetsRemoved;
      this.percent = percent;
    }

    Outcome run(List<SourceRow> rows) {
      Map<String, Integer> counts = new TreeMap<>();
      rows.forEach(row -> counts.merge(row.shop(), 1, Integer::sum));
      Map<String, String> next = new TreeMap<>(values);
      Set<String> good = new HashSet<>();
      Set<String> seen = new HashSet<>();
      Map<String, Integer> bad = new TreeMap<>();
      for (SourceRow row : rows) {
        seen.add(row.shop());
        if (counts.getOrDefault(row.shop(), 0) > 1) {
          bad.merge("duplicate_key", 1, Integer::sum);
        } else if (row.shop().startsWith("u")) {
          bad.merge("unknown_customer", 1, Integer::sum);
        } else {
          good.add(row.shop());
          put(next, row.shop(), row.value());
        }
      }
      Set<String> removed = new HashSet<>(named);
      removed.removeAll(seen);
      if (unsetsRemoved) {
        removed.forEach(next::remove);
      }
      Set<String> names = new HashSet<>(named);
      names.addAll(good);
      names.removeAll(removed);
      return decide(next, names, rows.size(), bad, removed.size(), good);
    }

    private static void put(Map<String, String> values, String shop, String value) {
      if (value.isEmpty()) {
        values.remove(shop);
      } else {
        values.put(shop, value);
      }
    }

    private Outcome decide(
        Map<String, String> next,
        Set<String> names,
        int rows,
        Map<String, Integer> bad,
        int removed,
        Set<String> good) {
      int set = 0;
      int changed = 0;
      int unset = 0;
      Set<String> differ = new HashSet<>();
      for (int i = 0; i < SHOPS; i++) {
        String shop = "s" + i;
        String was = values.getOrDefault(shop, "");
        String is = next.getOrDefault(shop, "");
        if (!was.equals(is)) {
          differ.add(shop);
          set += was.isEmpty() ? 1 : 0;
          unset += is.isEmpty() ? 1 : 0;
          changed += was.isEmpty() || is.isEmpty() ? 0 : 1;
        }
      }
      int affected = changed + unset;
      isHeld = percent < 100 && affected > 1 && affected * 100 > percent * values.size();
      int unchanged = (int) good.stream().filter(shop -> !differ.contains(shop)).count();
      String numbers =
          "%d rows %s, %d differ: %d %d %d, %d unchanged, %d removed"
              .formatted(rows, bad, differ.size(), set, changed, unset, unchanged, removed);
      heldValues = next;
      heldNamed = names;
      if (!isHeld) {
        apply();
      }
      return new Outcome(isHeld ? "held" : "applied", numbers);
    }

    void apply() {
      before.add(values);
      namedBefore.add(named);
      values = heldValues;
      named = heldNamed;
      isHeld = false;
    }

    /** To before the last applied run. */
    void rollBack() {
      heldValues = before.get(before.size() - 1);
      heldNamed = namedBefore.get(namedBefore.size() - 1);
      apply();
    }

    String shown() {
      List<String> shown = new ArrayList<>();
      values.forEach((shop, value) -> shown.add(shop + "=" + value));
      return String.join(" ", shown);
    }
  }

  @Test
  void randomSequencesMatchTheModel() {
    try (SourceDatabase source = new SourceDatabase();
        OwnService service = new OwnService(LinkedFixture.SETTINGS)) {
      Sql superuser = source.superuser();
      superuser.run("create table model (shop text, value text); grant select on model to reader");
      LinkedQueries queries =
          LinkedQueries.of(LinkedFixture.of(service.tenants()), source.readerUri());
      for (int i = 0; i < SHOPS; i++) {
        queries.identify("s" + i);
      }
      for (int seed = 1; seed <= SEQUENCES; seed++) {
        sequence(service, superuser, queries, seed);
      }
      superuser.close();
    }
  }

  private static void sequence(OwnService service, Sql superuser, LinkedQueries queries, int seed) {
    Random random = new Random(seed);
    Model model = new Model(random.nextBoolean(), List.of(0, 40, 100).get(random.nextInt(3)));
    String field = "model" + seed;
    ObjectNode body =
        LinkedQueries.body(
            field, "select * from model", "shop", "value:" + field + ":text:customers");
    body.put("removed", model.unsetsRemoved ? "unset" : "keep");
    body.putObject("guard").put("percent", model.percent).put("atLeast", 1);
    String query = queries.created(body);
    String held = "";
    for (int step = 0; step < STEPS; step++) {
      String what = "seed " + seed + ", step " + step;
      int choice = random.nextInt(10);
      if (model.isHeld && choice < 5) {
        boolean isApproved = choice < 3;
        JsonNode decided =
            queries.awaited(
                queries.post("/linked-runs/" + held + (isApproved ? "/approve" : "/reject"), ""));
        assertEquals(isApproved ? "applied" : "rejected", decided.path("status").asText(), what);
        if (isApproved) {
          model.apply();
        } else {
          model.isHeld = false;
        }
      } else if (choice == 9 && !model.before.isEmpty()) {
        JsonNode run = queries.awaited(queries.post("/linked-queries/" + query + "/rollback", ""));
        assertEquals("applied", run.path("status").asText(), () -> what + ": " + run);
        model.rollBack();
      } else {
        List<SourceRow> rows = rows(random);
        write(superuser, rows);
        Outcome expected = model.run(rows);
        JsonNode run = queries.run(query);
        assertEquals(expected.status(), run.path("status").asText(), () -> what + ": " + run);
        assertEquals(expected.numbers(), numbers(run), what);
        held = run.path("id").asText();
      }
      assertEquals(
          model.shown(),
          service.sql().text(VALUES, Long.parseLong(queries.fixture().app().workspaceId()), field),
          what);
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

  private static List<SourceRow> rows(Random random) {
    List<SourceRow> rows = new ArrayList<>();
    for (int i = 0; i < SHOPS + UNKNOWN_SHOPS; i++) {
      String shop = i < SHOPS ? "s" + i : "u" + i;
      int copies = random.nextInt(10) < 7 ? 1 : random.nextInt(3);
      for (int j = 0; j < copies; j++) {
        rows.add(new SourceRow(shop, List.of("a", "b", "c", "").get(random.nextInt(4))));
      }
    }
    return rows;
  }

  private static void write(Sql superuser, List<SourceRow> rows) {
    List<String> values = new ArrayList<>();
    rows.forEach(
        row ->
            values.add(
                "('%s.platform.example', nullif('%s', ''))".formatted(row.shop(), row.value())));
    superuser.run(
        "truncate model"
            + (rows.isEmpty() ? "" : "; insert into model values " + String.join(", ", values)));
  }

  private static String numbers(JsonNode run) {
    Map<String, Integer> bad = new TreeMap<>();
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
