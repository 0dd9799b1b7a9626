package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.shopwire.common.redis.RedisConfig;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.redis.RedisCertificates;
import dev.shopwire.testing.redis.RedisTls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A Redis that speaks TLS alone, has a named user and wants a certificate of its clients. */
class RedisTlsIT {
  private static final Duration REFUSAL = Duration.ofMillis(800);
  private static final Path DIRECTORY = TemporaryFiles.directory("redis-tls");
  private static RedisCertificates certificates;
  private static RedisTls redis;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    certificates = new RedisCertificates(DIRECTORY);
    redis = new RedisTls(DIRECTORY, certificates);
  }

  @AfterAll
  static void stop() {
    redis.close();
    TemporaryFiles.delete(DIRECTORY);
  }

  private static RedisConfig config(Optional<Path> authority, boolean ownCertificate) {
    Optional<RedisCertificates> own = Optional.of(certificates).filter(c -> ownCertificate);
    return new RedisConfig(
        Duration.ofMillis(500),
        Optional.empty(),
        authority,
        own.map(RedisCertificates::certificate),
        own.map(RedisCertificates::key));
  }

  @Test
  void aServerOfTheAuthorityIsUsed() {
    try (BlockingRedisLink link =
        new BlockingRedisLink(
            redis.uri("127.0.0.1"), config(Optional.of(certificates.authority()), true))) {
      link.awaitWrites();
    }
  }

  @Test
  void withoutTheAuthorityItIsNot() {
    assertRefused(redis.uri("127.0.0.1"), config(Optional.empty(), true));
  }

  @Test
  void underAnotherNameItIsNot() {
    assertRefused(redis.uri("localhost"), config(Optional.of(certificates.authority()), true));
  }

  @Test
  void withoutACertificateOfItsOwnTheServerRefuses() {
    assertRefused(redis.uri("127.0.0.1"), config(Optional.of(certificates.authority()), false));
  }

  @Test
  void withAWrongPasswordTheServerRefuses() {
    assertRefused(
        redis.uri("127.0.0.1").replace("%2F", "x"),
        config(Optional.of(certificates.authority()), true));
  }

  private static void assertRefused(String uri, RedisConfig config) {
    long end = System.nanoTime() + REFUSAL.toNanos();
    try (BlockingRedisLink link = new BlockingRedisLink(uri, config)) {
      Poll.until(
          REFUSAL.plusSeconds(1),
          () -> "time passes",
          () -> {
            assertFalse(link.writes(), "a value was written");
            return System.nanoTime() > end;
          });
    }
  }
}
