package dev.shopwire.app;

import dev.shopwire.common.config.SettingException;
import java.io.PrintStream;
import java.util.List;

/**
 * What can be asked of the program besides starting the service. Answers without a store, a logger
 * or a data directory, so that it is quick and changes nothing.
 */
final class CommandLine {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int MISUSED = 2;

  private static final String HELP =
      """
      Shopwire keeps what an app knows about a merchant's shop.

      Usage: java -jar shopwire.jar             starts the service; SIGTERM or Ctrl-C stops it
             java -jar shopwire.jar --health    asks the service of the same settings whether it is
                                                ready; status 0: it is, 1: it is not
             java -jar shopwire.jar --version
             java -jar shopwire.jar --help

      Settings are no arguments. They come from conf/shopwire.properties (or the file that
      SHOPWIRE_SETTINGS names) and from the environment, which wins: the key http.port and the
      variable SHOPWIRE_HTTP_PORT are one setting. An unknown or wrong one stops the start.
      Most used:
        SHOPWIRE_POSTGRES_URI   postgresql://user:password@host:port/database   (else embedded)
        SHOPWIRE_REDIS_URI      redis://[:password@]host:port                   (else none)
        SHOPWIRE_DATA_DIR       where an embedded PostgreSQL keeps its data     (data)
        SHOPWIRE_VERTICLES      ingest,analytics,enrichment,attribution,webhook,
                                console   (all)
        SHOPWIRE_HTTP_PORT, SHOPWIRE_CONSOLE_PORT, SHOPWIRE_MANAGEMENT_PORT     (8080, 8081, 8082)
      The file conf/shopwire.properties of the sources lists all of them.""";

  private CommandLine() {}

  /**
   * Answers {@code arguments}, of which there is at least one.
   *
   * @return the status to end with
   */
  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    String first = arguments.get(0);
    if (arguments.size() > 1) {
      return misused("One argument at most", err);
    }
    switch (first) {
      case "--help", "-h" -> out.println(HELP);
      case "--version" -> out.println(Version.current());
      case "--health" -> {
        return health(out, err);
      }
      default -> {
        return misused("Unknown argument: " + name(first), err);
      }
    }
    return DONE;
  }

  private static int health(PrintStream out, PrintStream err) {
    try {
      HealthCheck check = HealthCheck.of(Main.settings());
      HealthCheck.Answer answer = check.ask();
      (answer.ready() ? out : err).println(answer.text());
      return answer.ready() ? DONE : FAILED;
    } catch (SettingException e) {
      err.println(e.getMessage());
      return FAILED;
    }
  }

  /** Without what follows an equals sign: that may be a password. */
  private static String name(String argument) {
    int end = argument.indexOf('=');
    return end < 0 ? argument : argument.substring(0, end);
  }

  private static int misused(String why, PrintStream err) {
    err.println(
        why + ". Settings are variables of the environment or lines of a file; --help says more.");
    return MISUSED;
  }
}
