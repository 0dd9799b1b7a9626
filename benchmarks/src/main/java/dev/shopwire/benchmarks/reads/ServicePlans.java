package dev.shopwire.benchmarks.reads;

import static dev.shopwire.benchmarks.reads.Output.line;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.testing.Poll;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The plans of the statements that the service itself runs, taken from PostgreSQL's log in an extra
 * pass. Only the embedded PostgreSQL's: its log and its superuser are at hand.
 */
final class ServicePlans implements AutoCloseable {
  private static final Duration LOGGED = Duration.ofSeconds(30);

  /** A log that didn't grow for so long holds what was asked before. */
  private static final long QUIET_NANOS = 300_000_000;

  private static final String ON =
      """
      alter database shopwire set session_preload_libraries = 'auto_explain';
      alter database shopwire set auto_explain.log_min_duration = 0;
      alter database shopwire set auto_explain.log_analyze = on;
      alter database shopwire set auto_explain.log_buffers = on;
      alter database shopwire set auto_explain.log_timing = off;
      """;
  private static final String RECONNECT =
      """
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'shopwire' and pid <> pg_backend_pid()
      """;
  private static final String OFF = "alter database shopwire reset all";

  // Continued lines are indented.
  private static final Pattern ENTRY = Pattern.compile("(?m)^(?=\\S)");
  private static final Pattern READS =
      Pattern.compile("usage_events|usage_rollups|usage_properties|sessions|usage_metrics");

  private final Installation installation;
  private final Client client;
  private final Path log;

  ServicePlans(Installation installation, Client client) throws IOException {
    this.installation = installation;
    this.client = client;
    this.log = installation.data("postgres.log");
    installation.superuser().run(ON);
    installation.superuser().run(RECONNECT);
  }

  /** Twice, so that the plans are of a warm cache; those of the second time are printed. */
  void print(Read read) throws IOException {
    client.ask(read);
    awaitLogged();
    long from = Files.size(log);
    Client.Answer answer = client.ask(read);
    awaitLogged();
    line(
        "%n### %s: %d, %.1f ms with plans logged%n",
        read.title(), answer.status(), answer.millis());
    plans(from).forEach(plan -> line("%s", plan));
  }

  private List<String> plans(long from) throws IOException {
    byte[] all = Files.readAllBytes(log);
    String lines = new String(all, (int) from, (int) (all.length - from), StandardCharsets.UTF_8);
    return ENTRY
        .splitAsStream(lines)
        .filter(entry -> entry.contains("Query Text:") && READS.matcher(entry).find())
        .map(String::strip)
        .toList();
  }

  private void awaitLogged() {
    long[] size = {-1};
    long[] since = {0};
    Poll.until(
        LOGGED,
        () -> "a log that doesn't grow",
        () -> {
          if (log.toFile().length() != size[0]) {
            size[0] = log.toFile().length();
            since[0] = System.nanoTime();
          }
          return System.nanoTime() - since[0] > QUIET_NANOS;
        });
  }

  @Override
  public void close() throws IOException {
    installation.superuser().run(OFF);
  }
}
