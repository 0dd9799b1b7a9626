package dev.shopwire.app;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import dev.shopwire.embedded.StoreException;
import java.net.BindException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts Shopwire; stops it at SIGTERM. */
public final class Main {
  private static final Logger LOG = LoggerFactory.getLogger(Main.class);
  private static final String SETTINGS_FILE = "conf/shopwire.properties";

  private Main() {}

  public static void main(String[] args) {
    try {
      String file = System.getenv().getOrDefault("SHOPWIRE_SETTINGS", SETTINGS_FILE);
      Settings settings = Settings.load(Path.of(file), System.getenv());
      settings.text("settings");
      Service service = new Service(settings, System.out::println);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(service), "stop"));
    } catch (SettingException | StoreException e) {
      quit(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      if (e.getCause() instanceof BindException) {
        quit(
            "A port is taken: "
                + e.getCause().getMessage()
                + ". Change SHOPWIRE_HTTP_PORT, SHOPWIRE_CONSOLE_PORT or SHOPWIRE_MANAGEMENT_PORT.");
      }
      LOG.error("Shopwire could not start", e);
      quit(String.valueOf(e.getMessage()));
    }
  }

  private static void quit(String why) {
    System.err.println("Shopwire can't start. " + why);
    Runtime.getRuntime().halt(1);
  }

  /** A wanted stop ends with status 0, whatever signal asked for it. */
  private static void stop(Service service) {
    try {
      service.stop();
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }
}
