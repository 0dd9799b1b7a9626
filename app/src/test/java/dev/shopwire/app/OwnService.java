package dev.shopwire.app;

import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** A service with embedded stores and a data directory of its own, which a test may break. */
final class OwnService implements AutoCloseable {
  private final Path directory = FreshData.copy("own");
  private final Map<String, String> environment;
  private ServiceProcess process;

  OwnService(Map<String, String> more) {
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_ADMIN_TOKEN", RunningService.ADMIN_TOKEN,
                "SHOPWIRE_HTTP_PORT", Integer.toString(ServiceProcess.freePort()),
                "SHOPWIRE_CONSOLE_PORT", Integer.toString(ServiceProcess.freePort()),
                "SHOPWIRE_MANAGEMENT_PORT", Integer.toString(ServiceProcess.freePort())));
    settings.putAll(more);
    this.environment = settings;
    this.process = ServiceProcess.start(directory, environment);
  }

  ServiceProcess process() {
    return process;
  }

  Path directory() {
    return directory;
  }

  Tenants tenants() {
    return new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN);
  }

  /** Starts again on the same data and ports; the one before must have ended. */
  void startAgain() {
    process = ServiceProcess.start(directory, environment);
  }

  /** The same with other settings from now on. */
  void startAgain(Map<String, String> more) {
    environment.putAll(more);
    startAgain();
  }

  Sql sql() {
    return new Sql(uri("postgres.uri"));
  }

  String uri(String file) {
    try {
      return Files.readString(directory.resolve("data").resolve(file)).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The embedded server's process, by the program that it runs. */
  long serverPid(String program) {
    return process
        .process()
        .children()
        .filter(child -> child.info().command().orElse("").endsWith("/" + program))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(program + " does not run"))
        .pid();
  }

  @Override
  public void close() {
    process.close();
    TemporaryFiles.delete(directory);
  }
}
