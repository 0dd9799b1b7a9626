package dev.shopwire.app;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.role.Role;
import java.io.PrintStream;
import java.util.List;

/**
 * Handles command-line arguments. Uses no store, logger or data directory, so that it is quick and
 * changes nothing.
 */
final class CommandLine {
  static final int SUCCESS = 0;
  static final int FAILED = 1;
  static final int USAGE_ERROR = 2;

  private static final String HELP =
      """
      Shopwire stores what an app knows about a merchant's shop.

      Usage: java -jar shopwire.jar             starts the service; SIGTERM or Ctrl-C stops it
             java -jar shopwire.jar --health    checks whether the service with the same settings
                                                is ready; exit status 0 if it is, 1 if not
             java -jar shopwire.jar --version
             java -jar shopwire.jar --help

      Settings are not arguments. They come from conf/shopwire.properties (or the file named by
      SHOPWIRE_SETTINGS) and from the environment, which takes precedence: the key http.port and
      the variable SHOPWIRE_HTTP_PORT are the same setting. An unknown or invalid setting prevents
      the start. Most used:
        SHOPWIRE_POSTGRES_URI   postgresql://user:password@host:port/database   (else embedded)
        SHOPWIRE_REDIS_URI      redis://[:password@]host:port                   (else none)
        SHOPWIRE_DATA_DIR       where an embedded PostgreSQL keeps its data     (data)
        SHOPWIRE_VERTICLES      the roles to run; all of them if it is not set:
          %s
        SHOPWIRE_HTTP_PORT, SHOPWIRE_CONSOLE_PORT, SHOPWIRE_MANAGEMENT_PORT     (8080, 8081, 8082)
      conf/shopwire.properties in the source tree lists all of them."""
          .formatted(String.join(",", Role.ids()));

  private CommandLine() {}

  /**
   * Handles {@code arguments}, which must not be empty.
   *
   * @return the exit status
   */
  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    String first = arguments.get(0);
    if (arguments.size() > 1) {
      return usageError("At most one argument is allowed", err);
    }
    switch (first) {
      case "--help", "-h" -> out.println(HELP);
      case "--version" -> out.println(Version.current());
      case "--health" -> {
        return health(out, err);
      }
      default -> {
        return usageError("Unknown argument: " + name(first), err);
      }
    }
    return SUCCESS;
  }

  private static int health(PrintStream out, PrintStream err) {
    try {
      HealthCheck check = HealthCheck.of(Main.settings());
      HealthCheck.Result result = check.run();
      (result.ready() ? out : err).println(result.text());
      return result.ready() ? SUCCESS : FAILED;
    } catch (SettingException e) {
      err.println(e.getMessage());
      return FAILED;
    }
  }

  /** Omits what follows an equals sign, as it may be a password. */
  private static String name(String argument) {
    int end = argument.indexOf('=');
    return end < 0 ? argument : argument.substring(0, end);
  }

  private static int usageError(String reason, PrintStream err) {
    err.println(
        reason
            + ". Settings are environment variables or lines of a file; see --help for details.");
    return USAGE_ERROR;
  }
}
