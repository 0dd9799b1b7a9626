package dev.shopwire.benchmarks.reads;

import static dev.shopwire.benchmarks.measure.Output.line;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.testing.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Prints the plans of the statements that the service runs, read from PostgreSQL's log in an extra
 * pass. Only with the embedded PostgreSQL, whose log and superuser are accessible.
 */
final class ServicePlans implements AutoCloseable {
  private static final Duration LOG_TIMEOUT = Duration.ofSeconds(30);

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

  // Continuation lines are indented.
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

  /** Runs the read twice and prints the plans of the second run, which has a warm cache. */
  void print(Read read) throws IOException {
    client.send(read);
    awaitLogged();
    long from = Files.size(log);
    Client.Response response = client.send(read);
    awaitLogged();
    line(
        "%n### %s: %d, %.1f ms with plans logged%n",
        read.title(), response.status(), response.millis());
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

  /** A backend writes its log before it replies, so earlier statements are logged too. */
  private void awaitLogged() throws IOException {
    String marker = "marker " + System.nanoTime();
    installation.superuser().run("select '" + marker + "'");
    Poll.until(LOG_TIMEOUT, () -> "the log of a marker", () -> read().contains(marker));
  }

  private String read() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    installation.superuser().run(OFF);
  }
}
