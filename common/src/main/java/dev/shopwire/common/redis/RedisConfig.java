package dev.shopwire.common.redis;

import dev.shopwire.common.config.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of connections to Redis, besides its {@link RedisUri}.
 *
 * @param replyTimeout how long Redis may take to reply before it counts as unavailable
 * @param sentinelPassword the password of the sentinels; empty: that of the URI
 * @param authority PEM file of the trusted authorities for TLS; empty: those of the JDK
 * @param certificate PEM file of the client certificate, which belongs to {@code key}
 */
public record RedisConfig(
    Duration replyTimeout,
    Optional<String> sentinelPassword,
    Optional<Path> authority,
    Optional<Path> certificate,
    Optional<Path> key) {

  public static RedisConfig of(Settings settings) {
    RedisConfig config =
        new RedisConfig(
            Duration.ofMillis(settings.integer("redis.reply.millis", 150, 1, 1_000)),
            settings.secret("redis.sentinel.password"),
            file(settings, "redis.ca.file"),
            file(settings, "redis.certificate.file"),
            file(settings, "redis.key.file"));
    if (config.certificate.isPresent() != config.key.isPresent()) {
      String missing = config.key.isPresent() ? "redis.certificate.file" : "redis.key.file";
      throw settings.invalid(missing, "both a certificate and its key, or neither", "");
    }
    return config;
  }

  private static Optional<Path> file(Settings settings, String key) {
    Optional<Path> path = settings.text(key).filter(text -> !text.isEmpty()).map(Path::of);
    path.ifPresent(
        given -> {
          if (!Files.isReadable(given)) {
            throw settings.invalid(key, "a readable PEM file", given.toString());
          }
        });
    return path;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "RedisConfig[" + replyTimeout + "]";
  }
}
