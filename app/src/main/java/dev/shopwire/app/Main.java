package dev.shopwire.app;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import dev.shopwire.embedded.StoreException;
import java.net.BindException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts Shopwire; {@link Life} stops it at SIGTERM. */
public final class Main {
  private static final Logger LOG = LoggerFactory.getLogger(Main.class);
  private static final String SETTINGS_FILE = "conf/shopwire.properties";

  private Main() {}

  public static void main(String[] args) {
    Life life = new Life();
    try {
      String file = System.getenv().getOrDefault("SHOPWIRE_SETTINGS", SETTINGS_FILE);
      Settings settings = Settings.load(Path.of(file), System.getenv());
      settings.text("settings");
      life.start(() -> new Service(settings, System.out::println));
    } catch (RuntimeException e) {
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
      LOG.error("Shopwire could not start", e);
      quit(String.valueOf(e.getMessage()));
    }
  }

  private static void quit(String why) {
    System.err.println("Shopwire can't start. " + why);
    Runtime.getRuntime().halt(1);
  }
}
