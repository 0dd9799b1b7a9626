package dev.shopwire.app;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.failure.OutOfMemory;
import dev.shopwire.embedded.StoreException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * Starts Shopwire, which {@link ProcessLifecycle} stops on SIGTERM; with an argument, only handles
 * it.
 */
public final class Main {
  private static final String SETTINGS = "SHOPWIRE_SETTINGS";
  private static final String SETTINGS_FILE = "conf/shopwire.properties";

  private Main() {}

  public static void main(String[] args) {
    if (args.length > 0) {
      System.exit(CommandLine.run(List.of(args), System.out, System.err));
    }
    Thread.setDefaultUncaughtExceptionHandler(Main::uncaught);
    ProcessLifecycle life = new ProcessLifecycle();
    try {
      life.start(() -> new Service(settings(), System.out::println));
    } catch (OutOfMemoryError e) {
      OutOfMemory.exitIfExhausted(e);
      throw e;
    } catch (RuntimeException e) {
      OutOfMemory.exitIfExhausted(e);
      if (life.isStopping()) {
        return; // stopped by a signal before it had started
      }
      if (e instanceof SettingException || e instanceof StoreException) {
        quit(String.valueOf(e.getMessage()));
      }
      if (e.getCause() instanceof BindException) {
        quit(
            "A port is already in use: "
                + e.getCause().getMessage()
                + ". Change SHOPWIRE_HTTP_PORT, SHOPWIRE_CONSOLE_PORT or SHOPWIRE_MANAGEMENT_PORT.");
      }
      LoggerFactory.getLogger(Main.class).error("Startup failed", e);
      quit(String.valueOf(e.getMessage()));
    }
  }

  private static void uncaught(Thread thread, Throwable error) {
    OutOfMemory.exitIfExhausted(error);
    LoggerFactory.getLogger(Main.class)
        .error("Thread {} terminated by an error", thread.getName(), error);
  }

  /**
   * Loads settings from the file and the environment.
   *
   * @throws SettingException if the configured file does not exist, among others
   */
  static Settings settings() {
    Optional<Path> named =
        Optional.ofNullable(System.getenv(SETTINGS))
            .filter(name -> !name.isBlank())
            .map(name -> Path.of(name.trim()));
    if (named.isPresent() && Files.notExists(named.get())) {
      throw new SettingException(
          SETTINGS
              + ": expected a settings file, but there is none at "
              + named.get().toAbsolutePath());
    }
    return Settings.load(named.orElse(Path.of(SETTINGS_FILE)), System.getenv());
  }

  private static void quit(String reason) {
    System.err.println("Shopwire can't start. " + reason);
    Runtime.getRuntime().halt(1);
  }
}
