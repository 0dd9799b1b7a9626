package dev.shopwire.common.redis;

import dev.shopwire.common.config.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How Redis is spoken to; where it is says {@link RedisUri}.
 *
 * @param answerTime how long Redis may take to answer before it counts as away
 * @param sentinelPassword the sentinels' own; empty: the password of the URI
 * @param authority whose certificates count with TLS; empty: those that the JDK trusts
 * @param certificate shown to servers that ask for one, together with {@code key}
 */
public record RedisConfig(
    Duration answerTime,
    Optional<String> sentinelPassword,
    Optional<Path> authority,
    Optional<Path> certificate,
    Optional<Path> key) {

  public static RedisConfig of(Settings settings) {
    RedisConfig config =
        new RedisConfig(
            Duration.ofMillis(settings.integer("redis.answer.millis", 150, 1, 1_000)),
            settings.secret("redis.sentinel.password"),
            file(settings, "redis.ca.file"),
            file(settings, "redis.certificate.file"),
            file(settings, "redis.key.file"));
    if (config.certificate.isPresent() != config.key.isPresent()) {
      String missing = config.key.isPresent() ? "redis.certificate.file" : "redis.key.file";
      throw settings.wrong(missing, "both or neither of a certificate and its key", "");
    }
    return config;
  }

  private static Optional<Path> file(Settings settings, String key) {
    Optional<Path> path = settings.text(key).filter(text -> !text.isEmpty()).map(Path::of);
    path.ifPresent(
        given -> {
          if (!Files.isReadable(given)) {
            throw settings.wrong(key, "a PEM file that can be read", given.toString());
          }
        });
    return path;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "RedisConfig[" + answerTime + "]";
  }
}
