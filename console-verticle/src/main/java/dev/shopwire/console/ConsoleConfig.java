package dev.shopwire.console;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.config.SharedSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * The console role's settings.
 *
 * @param host the address to listen on; loopback only by default
 * @param port 0 lets the system choose
 * @param connections to PostgreSQL, for requests
 * @param exports how many files are sent at once
 * @param adminToken if set, the only valid token; otherwise the one created by the setup
 */
public record ConsoleConfig(
    String host,
    int port,
    int bodyBytes,
    Duration requestTime,
    int connections,
    int exports,
    Optional<String> adminToken) {
  private static final int MIN_TOKEN_LENGTH = 16;

  public static ConsoleConfig of(Settings settings) {
    Optional<String> token = settings.secret("admin.token");
    if (token.isPresent() && token.get().length() < MIN_TOKEN_LENGTH) {
      throw settings.invalidSecret("admin.token", "at least " + MIN_TOKEN_LENGTH + " characters");
    }
    return new ConsoleConfig(
        settings.text("console.host", "127.0.0.1"),
        settings.port("console.port", 8081),
        SharedSettings.bodyBytes(settings),
        SharedSettings.requestTime(settings),
        settings.integer("console.connections", 4, 1, 1_000),
        settings.integer("console.exports", 2, 1, 100),
        token);
  }

  /** Omits the token. */
  @Override
  public String toString() {
    return "ConsoleConfig[" + host + ":" + port + "]";
  }
}
