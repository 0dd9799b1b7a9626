package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.shopwire.common.redis.RedisConfig;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.redis.RedisTls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests a Redis that accepts only TLS, has a named user and requires client certificates. */
class RedisTlsIT {
  private static final Duration REFUSAL = Duration.ofMillis(800);
  private static final Path DIRECTORY = TemporaryFiles.directory("redis-tls");
  private static RedisTls redis;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    redis = new RedisTls(DIRECTORY);
  }

  @AfterAll
  static void stop() {
    redis.close();
    TemporaryFiles.delete(DIRECTORY);
  }

  private static RedisConfig config(Optional<Path> authority, boolean withClientCertificate) {
    Optional<RedisTls> client = Optional.of(redis).filter(server -> withClientCertificate);
    return new RedisConfig(
        Duration.ofMillis(500),
        Optional.empty(),
        authority,
        client.map(RedisTls::certificate),
        client.map(RedisTls::key));
  }

  @ConcurrentTest
  void aServerWithATrustedCertificateIsUsed() {
    try (BlockingRedisLink link =
        new BlockingRedisLink(
            redis.uri("127.0.0.1"), config(Optional.of(redis.authority()), true))) {
      link.awaitWritable();
    }
  }

  @ConcurrentTest
  void withoutTheAuthorityTheServerIsNotUsed() {
    assertRefused(redis.uri("127.0.0.1"), config(Optional.empty(), true));
  }

  @ConcurrentTest
  void underAnotherNameTheServerIsNotUsed() {
    assertRefused(redis.uri("localhost"), config(Optional.of(redis.authority()), true));
  }

  @ConcurrentTest
  void withoutAClientCertificateTheServerRefuses() {
    assertRefused(redis.uri("127.0.0.1"), config(Optional.of(redis.authority()), false));
  }

  @ConcurrentTest
  void withAWrongPasswordTheServerRefuses() {
    assertRefused(
        redis.uri("127.0.0.1").replace("%2F", "x"), config(Optional.of(redis.authority()), true));
  }

  private static void assertRefused(String uri, RedisConfig config) {
    long end = System.nanoTime() + REFUSAL.toNanos();
    try (BlockingRedisLink link = new BlockingRedisLink(uri, config)) {
      Poll.until(
          REFUSAL.plusSeconds(1),
          () -> "time passes",
          () -> {
            assertFalse(link.canWrite(), "a value was written");
            return System.nanoTime() > end;
          });
    }
  }
}
