package dev.shopwire.app.console;

import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Test fixture: two processes of an installation of their own, both with a console. */
final class ConsolePair implements AutoCloseable {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "SHOPWIRE_CONSOLE_SECRET_KEYS",
          RunningService.CONSOLE_KEY,
          "SHOPWIRE_CONSOLE_TRUSTED_PROXIES",
          "127.0.0.1");

  private final OwnService first = new OwnService(SETTINGS);
  private final Path directory = TemporaryFiles.directory("second");
  private final ServiceProcess second;
  final Sql sql = first.sql();
  final ConsoleUsers users = new ConsoleUsers(sql);

  ConsolePair() {
    try {
      second = ServiceProcess.start(directory, onTheSameStores());
    } catch (AssertionError | IllegalStateException e) {
      first.close();
      throw e;
    }
  }

  private Map<String, String> onTheSameStores() {
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_VERTICLES",
                "console",
                "SHOPWIRE_POSTGRES_URI",
                first.postgresUri(),
                "SHOPWIRE_REDIS_URI",
                first.redis().uri(),
                "SHOPWIRE_ADMIN_TOKEN",
                RunningService.ADMIN_TOKEN));
    settings.putAll(SETTINGS);
    return settings;
  }

  /** A new browser at the first process, the second, the first … */
  ConsoleBrowser browser(int turn) {
    return new ConsoleBrowser(turn % 2 == 0 ? first.process().consoleUrl() : second.consoleUrl());
  }

  /** The id of a new workspace. */
  String workspace() {
    return first.tenants().app().workspaceId();
  }

  /** The number of entries of the audit log with this action. */
  long audited(String action) {
    return sql.number("select count(*) from audit_log where action = ?", action);
  }

  @Override
  public void close() {
    second.close();
    first.close();
    TemporaryFiles.delete(directory);
  }
}
