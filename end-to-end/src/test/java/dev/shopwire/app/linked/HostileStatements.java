package dev.shopwire.app.linked;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The statements of the hostile suites, in files with one statement a line.
 *
 * @param sql as a user sends it
 * @param isSlow whether it ends at a limit
 */
record HostileStatements(String sql, boolean isSlow) {
  static final String POSTGRESQL = "hostile-postgresql.sql";
  static final String MARIADB = "hostile-mariadb.sql";

  static List<HostileStatements> of(String file) {
    try (InputStream in = requireNonNull(HostileStatements.class.getResourceAsStream(file), file)) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("--"))
          .map(
              line ->
                  line.startsWith("!")
                      ? new HostileStatements(line.substring(1), true)
                      : new HostileStatements(line, false))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
