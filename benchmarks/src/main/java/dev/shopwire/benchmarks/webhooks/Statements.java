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
 * Counts the statements of the sessions that deliver webhooks, in the log of the embedded
 * PostgreSQL: every statement is logged meanwhile, with its session's id, begin and commit too.
 * Sessions that store events also write webhooks, by a trigger, which is no statement of its own;
 * they are those that never name a webhook's lanes, queue or log themselves.
 */
final class Statements implements AutoCloseable {
  private static final Duration LOGGED = Duration.ofMillis(500);
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
    Waiting.pass(LOGGED);
    this.from = Files.size(log);
  }

  /** Since this was made. */
  long count() throws IOException {
    Waiting.pass(LOGGED);
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
