package dev.shopwire.app;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.config.SharedSettings;
import dev.shopwire.common.redis.RedisUri;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.tenancy.ApiKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the process itself.
 *
 * @param roles the roles that this process runs
 * @param instances of the ingest verticle, one per event loop
 * @param managementHost where health and metrics listen; only this machine unless configured
 * @param redisUri empty if Redis is not used; may contain a password
 * @param exportConnections how many complete lists each role reads at once
 * @param grace how long ports stay usable after SIGTERM, so that load balancers notice the shutdown
 */
public record AppConfig(
    List<Role> roles,
    int instances,
    String managementHost,
    int managementPort,
    Path dataDirectory,
    PostgresConfig postgres,
    Optional<RedisUri> redisUri,
    Optional<String> bootstrapApiKey,
    int exportConnections,
    Duration grace) {
  /** The value of {@code redis.uri} that deliberately disables Redis. */
  private static final String NO_REDIS = "none";

  public static AppConfig of(Settings settings) {
    ExternalStoresOnly.require(settings);
    return new AppConfig(
        settings.names("verticles", Role.ids()).stream().map(Role::of).toList(),
        settings.integer("ingest.instances", Runtime.getRuntime().availableProcessors(), 1, 256),
        managementHost(settings),
        managementPort(settings),
        SharedSettings.dataDirectory(settings),
        PostgresConfig.of(settings),
        redisUri(settings),
        bootstrapApiKey(settings),
        settings.integer("exports.connections", 2, 1, 100),
        settings.millis("shutdown.grace.millis", 1_000));
  }

  static String managementHost(Settings settings) {
    return settings.text("management.host", "127.0.0.1");
  }

  static int managementPort(Settings settings) {
    return settings.port("management.port", 8082);
  }

  private static Optional<RedisUri> redisUri(Settings settings) {
    return settings
        .secret("redis.uri")
        .filter(text -> !text.equals(NO_REDIS))
        .map(
            text -> {
              try {
                return RedisUri.of(text);
              } catch (IllegalArgumentException e) {
                throw settings.invalidSecret("redis.uri", String.valueOf(e.getMessage()));
              }
            });
  }

  private static Optional<String> bootstrapApiKey(Settings settings) {
    Optional<String> key = settings.secret("bootstrap.api.key");
    key.ifPresent(
        text -> {
          if (!ApiKey.isPlausible(text)) {
            throw settings.invalidSecret(
                "bootstrap.api.key",
                "16 to 200 printable ASCII characters; one that starts with sw_live_ and has the"
                    + " form of a generated key must also have a valid checksum");
          }
        });
    return key;
  }

  boolean runs(Role role) {
    return roles.contains(role);
  }

  /** Omits the URIs and the key. */
  @Override
  public String toString() {
    return "AppConfig" + roles;
  }
}
