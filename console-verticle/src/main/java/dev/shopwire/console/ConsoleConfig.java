package dev.shopwire.console;

import dev.shopwire.common.addresses.Proxies;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.config.SharedSettings;
import dev.shopwire.common.secrets.SecretKeysConfig;
import dev.shopwire.console.oidc.OidcConfig;
import dev.shopwire.console.sessions.SessionTimes;
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
 * @param addresses of the console and the API as clients see them
 * @param sessions how long they last
 * @param insecureCookie whether the session cookie also works over plain HTTP
 * @param proxies whose X-Forwarded-For identifies the client
 * @param secrets how TOTP secrets are encrypted
 * @param oidc the identity provider by which users may sign in, if there is one
 */
public record ConsoleConfig(
    String host,
    int port,
    int bodyBytes,
    Duration requestTime,
    int connections,
    int exports,
    Optional<String> adminToken,
    PublicAddresses addresses,
    SessionTimes sessions,
    boolean insecureCookie,
    Proxies proxies,
    SecretKeysConfig secrets,
    Optional<OidcConfig> oidc) {
  private static final int MIN_TOKEN_LENGTH = 16;
  private static final int MAX_MINUTES = 60 * 24 * 365;

  public static ConsoleConfig of(Settings settings) {
    Optional<String> token = settings.secret("admin.token");
    if (token.isPresent() && token.get().length() < MIN_TOKEN_LENGTH) {
      throw settings.invalidSecret("admin.token", "at least " + MIN_TOKEN_LENGTH + " characters");
    }
    int port = settings.port("console.port", 8081);
    return new ConsoleConfig(
        settings.text("console.host", "127.0.0.1"),
        port,
        SharedSettings.bodyBytes(settings),
        SharedSettings.requestTime(settings),
        settings.integer("console.connections", 4, 1, 1_000),
        settings.integer("console.exports", 2, 1, 100),
        token,
        PublicAddresses.of(settings, port),
        sessions(settings),
        settings.bool("console.insecure.cookie", false),
        Proxies.of(settings, "console.trusted.proxies").orElseGet(() -> Proxies.of(settings)),
        SecretKeysConfig.of(settings, "console.secret.keys", "console.key"),
        OidcConfig.of(settings));
  }

  private static SessionTimes sessions(Settings settings) {
    int idle = settings.integer("console.session.idle.minutes", 720, 1, MAX_MINUTES);
    int total = settings.integer("console.session.total.minutes", 10_080, 1, MAX_MINUTES);
    return new SessionTimes(Duration.ofMinutes(idle), Duration.ofMinutes(total));
  }

  /** Omits the token. */
  @Override
  public String toString() {
    return "ConsoleConfig[" + host + ":" + port + "]";
  }
}
