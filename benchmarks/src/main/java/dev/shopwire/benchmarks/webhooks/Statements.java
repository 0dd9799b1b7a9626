package dev.shopwire.benchmarks.webhooks;

import dev.shopwire.benchmarks.measure.Installation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the statements of the sessions that deliver webhooks in the log of the embedded
 * PostgreSQL, where every statement is logged with its session's id, including begin and commit.
 * Sessions that store events write webhooks too, but by a trigger, which is not logged as a
 * statement; so they never name the tables of lanes, queues or attempts.
 */
final class Statements implements AutoCloseable {
  private static final Duration LOG_DELAY = Duration.ofMillis(500);
  private static final Pattern ENTRY =
      Pattern.compile("(?m)^\\S+ \\S+ \\S+ \\[(\\d+)].*?LOG:  (?:execute [^:]*|statement): ");
  private static final Pattern DELIVERING =
      Pattern.compile("webhook_(due|lanes|workers|attempts|deliveries|counters)");

  private final Installation installation;
  private final Path log;
  private final long from;

  Statements(Installation installation) throws IOException {
    this.installation = installation;
    this.log = installation.data("postgres.log");
    installation.superuser().run("alter system set log_statement = 'all'");
    installation.superuser().run("select pg_reload_conf()");
    Waiting.sleep(LOG_DELAY);
    this.from = Files.size(log);
  }

  /** The number of statements since this was created. */
  long count() throws IOException {
    Waiting.sleep(LOG_DELAY);
    byte[] all = Files.readAllBytes(log);
    String text = new String(all, (int) from, (int) (all.length - from), StandardCharsets.UTF_8);
    Map<String, Long> bySession = new HashMap<>();
    Set<String> delivering = new HashSet<>();
    Matcher entry = ENTRY.matcher(text);
    boolean found = entry.find();
    while (found) {
      String session = entry.group(1);
      int start = entry.end();
      found = entry.find();
      String statement = text.substring(start, found ? entry.start() : text.length());
      bySession.merge(session, 1L, Long::sum);
      if (DELIVERING.matcher(statement).find()) {
        delivering.add(session);
      }
    }
    return delivering.stream().mapToLong(session -> bySession.getOrDefault(session, 0L)).sum();
  }

  @Override
  public void close() throws IOException {
    installation.superuser().run("alter system reset log_statement");
    installation.superuser().run("select pg_reload_conf()");
  }
}
