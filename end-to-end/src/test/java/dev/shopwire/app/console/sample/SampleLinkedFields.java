package dev.shopwire.app.console.sample;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A database of a sample with a linked query, of which one run was applied and one is held. */
record SampleLinkedFields(Sample sample) {
  private static final Duration TIME = Duration.ofSeconds(60);

  /**
   * @param name of the database and the query
   * @param field the first of the fields to fill
   * @param value of the first field
   */
  void create(String name, String field, String value, List<String> shops) {
    JsonNode database =
        sample
            .api()
            .post(
                sample.path("/databases"),
                Map.of("name", name, "uri", SourceDatabase.shared().readerUri()));
    Map<String, Object> query =
        Map.of(
            "name", name,
            "sql", sql(shops, value, 3),
            "keyColumn", "domain",
            "key", "domain",
            "columns",
                List.of(column("plan", field, "text"), column("seats", "db_seats", "number")),
            "guard", Map.of("percent", 20, "atLeast", 0),
            "schedule", Map.of("cron", "30 4 * * *", "timezone", "Europe/Zurich"));
    String id =
        sample
            .api()
            .post(
                "/databases/%s/linked-queries".formatted(database.at("/database/id").asText()),
                query)
            .at("/linkedQuery/id")
            .asText();
    run(id, "applied");
    sample.api().patch("/linked-queries/" + id, Map.of("sql", sql(shops, "+" + value, 4)));
    run(id, "held");
  }

  private static Map<String, String> column(String column, String field, String type) {
    return Map.of("column", column, "field", field, "type", type, "scope", "customers");
  }

  /** A row for each shop, and one of no shop. */
  private static String sql(List<String> shops, String value, int seats) {
    String rows =
        IntStream.range(0, shops.size())
            .mapToObj(i -> "('%s', '%s', %d)".formatted(shops.get(i), value, seats * (i + 1)))
            .collect(Collectors.joining(",\n  "));
    return """
        select domain, plan, seats
        from (values
          %s,
          ('closed.example', 'free', 1)) as shops (domain, plan, seats)"""
        .formatted(rows);
  }

  private void run(String query, String status) {
    String run =
        sample
            .api()
            .post("/linked-queries/%s/run".formatted(query), Map.of())
            .at("/run/id")
            .asText();
    Poll.until(
        TIME,
        () -> "the run is " + status,
        () -> sample.api().get("/linked-runs/" + run).at("/run/status").asText().equals(status));
  }
}
