package dev.shopwire.benchmarks.measure;

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
 * Counts the statements of the sessions that use certain tables in the log of the embedded
 * PostgreSQL, where every statement is logged with its session's id, including begin and commit.
 * What triggers do is not logged as a statement. Blocking: not for event loops.
 */
public final class SessionStatements implements AutoCloseable {
  private static final Duration LOG_DELAY = Duration.ofMillis(500);
  private static final Pattern ENTRY =
      Pattern.compile("(?m)^\\S+ \\S+ \\S+ \\[(\\d+)].*?LOG:  (?:execute [^:]*|statement): ");

  private final Installation installation;
  private final Pattern tables;
  private final Path log;
  private final long from;

  /**
   * @param tables found in a statement of each session that counts
   */
  public SessionStatements(Installation installation, Pattern tables) throws IOException {
    this.installation = installation;
    this.tables = tables;
    this.log = installation.data("postgres.log");
    installation.superuser().run("alter system set log_statement = 'all'");
    installation.superuser().run("select pg_reload_conf()");
    Waiting.sleep(LOG_DELAY);
    this.from = Files.size(log);
  }

  /** The number of statements since this was created. */
  public long count() throws IOException {
    Waiting.sleep(LOG_DELAY);
    byte[] all = Files.readAllBytes(log);
    String text = new String(all, (int) from, (int) (all.length - from), StandardCharsets.UTF_8);
    Map<String, Long> bySession = new HashMap<>();
    Set<String> counted = new HashSet<>();
    Matcher entry = ENTRY.matcher(text);
    boolean found = entry.find();
    while (found) {
      String session = entry.group(1);
      int start = entry.end();
      found = entry.find();
      String statement = text.substring(start, found ? entry.start() : text.length());
      bySession.merge(session, 1L, Long::sum);
      if (tables.matcher(statement).find()) {
        counted.add(session);
      }
    }
    return counted.stream().mapToLong(session -> bySession.getOrDefault(session, 0L)).sum();
  }

  @Override
  public void close() throws IOException {
    installation.superuser().run("alter system reset log_statement");
    installation.superuser().run("select pg_reload_conf()");
  }
}
