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
 * Starts Shopwire, which {@link ProcessLifecycle} stops at SIGTERM; with an argument, only answers
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
      OutOfMemory.endProcessIf(e);
      throw e;
    } catch (RuntimeException e) {
      OutOfMemory.endProcessIf(e);
      if (life.isStopping()) {
        return; // told to end before it had started
      }
      if (e instanceof SettingException || e instanceof StoreException) {
        quit(String.valueOf(e.getMessage()));
      }
      if (e.getCause() instanceof BindException) {
        quit(
            "A port is taken: "
                + e.getCause().getMessage()
                + ". Change SHOPWIRE_HTTP_PORT, SHOPWIRE_CONSOLE_PORT or SHOPWIRE_MANAGEMENT_PORT.");
      }
      LoggerFactory.getLogger(Main.class).error("Shopwire could not start", e);
      quit(String.valueOf(e.getMessage()));
    }
  }

  private static void uncaught(Thread thread, Throwable error) {
    OutOfMemory.endProcessIf(error);
    LoggerFactory.getLogger(Main.class).error("{} ended by an error", thread.getName(), error);
  }

  /**
   * The file's and the environment's.
   *
   * @throws SettingException if a file is named that isn't there, among others
   */
  static Settings settings() {
    Optional<Path> named =
        Optional.ofNullable(System.getenv(SETTINGS))
            .filter(name -> !name.isBlank())
            .map(name -> Path.of(name.trim()));
    if (named.isPresent() && Files.notExists(named.get())) {
      throw new SettingException(
          SETTINGS + ": expected a file of settings, there is no " + named.get().toAbsolutePath());
    }
    Settings settings = Settings.load(named.orElse(Path.of(SETTINGS_FILE)), System.getenv());
    settings.text("settings");
    return settings;
  }

  private static void quit(String why) {
    System.err.println("Shopwire can't start. " + why);
    Runtime.getRuntime().halt(1);
  }
}
