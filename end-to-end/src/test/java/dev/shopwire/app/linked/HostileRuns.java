package dev.shopwire.app.linked;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.OwnService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs statements as linked queries. Most are refused when a query is saved, so they are put in the
 * place of a statement that was saved: each reaches a run as if the database had accepted it once.
 */
final class HostileRuns {
  /** A database does one run at a time. */
  private static final int DATABASES = 2;

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final String REPLACE =
      """
      with replaced as (update linked_queries set sql = ? where id = ? returning id)
      select count(*) from replaced
      """;

  private final OwnService service;
  private final LinkedFixture fixture;
  private final String uri;
  private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());

  /**
   * @param uri of a database whose shops the workspace does not know
   */
  HostileRuns(OwnService service, LinkedFixture fixture, String uri) {
    this.service = service;
    this.fixture = fixture;
    this.uri = uri;
  }

  /** Runs each statement; returns what went wrong. */
  List<String> run(List<HostileStatements> statements) {
    ExecutorService threads = Executors.newFixedThreadPool(DATABASES);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < DATABASES; i++) {
        int first = i;
        running.add(threads.submit(() -> runSome(first, statements)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
    return wrong;
  }

  private void runSome(int first, List<HostileStatements> statements) {
    ObjectNode body = fixture.body("runs " + first, uri).put("acceptWritableRole", true);
    body.putObject("limits").put("statementMillis", 300);
    LinkedQueries queries = new LinkedQueries(fixture, fixture.created(body));
    String query =
        queries.created(
            LinkedQueries.body(
                "hostile " + first,
                "select domain from shops",
                "domain",
                "domain:hostile%d:text:app".formatted(first)));
    for (int i = first; i < statements.size(); i += DATABASES) {
      run(queries, Long.parseLong(query), statements.get(i));
    }
  }

  private void run(LinkedQueries queries, long query, HostileStatements statement) {
    service.sql().number(REPLACE, statement.sql(), query);
    long start = System.nanoTime();
    JsonNode run = queries.run(Long.toString(query));
    Duration time = Duration.ofNanos(System.nanoTime() - start);
    String code = run.at("/error/code").asText();
    boolean isExpected =
        switch (run.path("status").asText()) {
          case "applied" -> !statement.isSlow() && run.at("/changes/customers").asInt() == 0;
          case "failed" -> statement.isSlow() ? code.equals("too_slow") : !code.equals("internal");
          default -> false;
        };
    if (!isExpected || time.compareTo(LIMIT) > 0) {
      wrong.add(statement.sql() + " " + time + " " + run);
    }
  }
}
