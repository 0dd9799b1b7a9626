package dev.shopwire.common.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.redis.RedisUri.Kind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisUriTest {
  @Test
  void oneHostIsOneServer() {
    RedisUri uri = RedisUri.of("redis://cache");
    assertEquals(
        new RedisUri(
            Kind.SERVER,
            false,
            List.of(new HostPort("cache", 6379)),
            Optional.empty(),
            Optional.empty(),
            0,
            Optional.empty()),
        uri);
    assertEquals(3, RedisUri.of("redis://cache:6380/3").database());
  }

  @Test
  void severalHostsAreAMasterWithReplicas() {
    RedisUri uri = RedisUri.of("rediss://h1,[fe80::1]:7000,10.0.0.3:7001/2");
    assertEquals(Kind.REPLICATION, uri.kind());
    assertEquals(true, uri.tls());
    assertEquals(
        List.of(
            new HostPort("h1", 6379),
            new HostPort("fe80::1", 7000),
            new HostPort("10.0.0.3", 7001)),
        uri.hosts());
    assertEquals("rediss://[fe80::1]:7000", uri.hosts().get(1).endpoint(true));
  }

  @Test
  void sentinelsNeedTheNameOfTheMaster() {
    for (String text :
        List.of(
            "redis-sentinel://:p@s1,s2:26380/1#my-master",
            "redis-sentinel://:p@s1,s2:26380/1?sentinelMasterId=my-master")) {
      RedisUri uri = RedisUri.of(text);
      assertEquals(Kind.SENTINEL, uri.kind());
      assertEquals(Optional.of("my-master"), uri.masterName());
      assertEquals(List.of(new HostPort("s1", 26379), new HostPort("s2", 26380)), uri.hosts());
      assertEquals(1, uri.database());
    }
  }

  @Test
  void aClusterHasItsOwnScheme() {
    RedisUri uri = RedisUri.of("rediss-cluster://n1:7000,n2:7001");
    assertEquals(Kind.CLUSTER, uri.kind());
    assertEquals(true, uri.tls());
    assertEquals(Kind.CLUSTER, RedisUri.of("redis-cluster://one.example/0").kind());
  }

  @Test
  void userAndPasswordArePercentEncodedAndNeverPrinted() {
    RedisUri uri = RedisUri.of("redis://shop:a%2Fb%40c+d@h");
    assertEquals(Optional.of("shop"), uri.user());
    assertEquals(Optional.of("a/b@c+d"), uri.password());
    assertFalse(uri.toString().contains("shop") || uri.toString().contains("a/b"), uri::toString);
    assertEquals(Optional.of("alone"), RedisUri.of("redis://alone@h").password());
    assertEquals(Optional.empty(), RedisUri.of("redis://alone@h").user());
    assertEquals(Optional.of("p:q"), RedisUri.of("redis://:p:q@h").password());
    assertEquals(Optional.empty(), RedisUri.of("redis://@h").password());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hidden@h",
        "http://:hidden@h",
        "redis://",
        "redis://:hidden@",
        "redis://:hidden@h:0",
        "redis://:hidden@h:65536",
        "redis://:hidden@h:port",
        "redis://:hidden@h,",
        "redis://:hidden@h,,i",
        "redis://:hidden@h/x",
        "redis://:hidden@h#name",
        "redis://:hidden@h?password=hidden",
        "redis://:hid den@h",
        "redis://:hidden%zz@h",
        "redis://:hidden@h@i",
        "redis-sentinel://:hidden@h",
        "redis-sentinel://:hidden@h#",
        "redis-cluster://:hidden@h/1",
        "redis-cluster://:hidden@h#name"
      })
  void anInvalidUriIsRejectedWithoutShowingIt(String text) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> RedisUri.of(text));
    assertFalse(String.valueOf(error.getMessage()).contains("hid"), error::getMessage);
  }
}
