package dev.shopwire.common.redis;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.VertxException;
import io.vertx.redis.client.impl.types.ErrorType;
import java.net.ConnectException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RedisErrorsTest {
  static Stream<Throwable> outages() {
    return Stream.of(
        ErrorType.create("READONLY You can't write against a read only replica."),
        ErrorType.create("CONNECTION_CLOSED"),
        Failure.unavailable("Redis did not respond in time"),
        new ConnectException("Connection refused"),
        new SSLHandshakeException("no"),
        VertxException.noStackTrace("Connection is closed"),
        VertxException.noStackTrace("Redis waiting queue is full"));
  }

  @ParameterizedTest
  @MethodSource("outages")
  void anUnavailableOrRefusingServerIsAnOutage(Throwable error) {
    assertTrue(RedisErrors.isOutage(error));
  }

  static Stream<Throwable> bugs() {
    return Stream.of(
        new NullPointerException(),
        new UnsupportedOperationException("not a number"),
        new NumberFormatException("x"),
        VertxException.noStackTrace("Empty batch"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void anythingElseIsABug(Throwable error) {
    assertFalse(RedisErrors.isOutage(error));
  }
}
