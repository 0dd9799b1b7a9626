package dev.shopwire.webhook.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.addresses.AddressRange;
import dev.shopwire.testing.FakeDns;
import dev.shopwire.webhook.addresses.AddressConfig;
import dev.shopwire.webhook.addresses.AddressRules;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A sender that resolves names with a {@link FakeDns}. */
final class SenderFixture implements AutoCloseable {
  static final String BODY = "{\"the\":\"body\"}";

  /** Long enough for a first request on a busy machine. */
  static final Duration LONG = Duration.ofSeconds(5);

  static final Duration SHORT = Duration.ofSeconds(1);

  private final Vertx vertx = Vertx.vertx();
  private final FakeDns dns = new FakeDns();
  private final Sender sender;

  SenderFixture(String... allowed) throws IOException {
    this(LONG, 1_024, new HttpClientOptions(), allowed);
  }

  /**
   * @param allowed ranges that count as public
   */
  SenderFixture(
      Duration deadline, int connectionsPerHost, HttpClientOptions trust, String... allowed)
      throws IOException {
    AddressConfig addresses =
        new AddressConfig(
            false,
            List.of("https", "http"),
            Set.of(),
            Stream.of(allowed).map(AddressRange::of).toList());
    SendingConfig sending =
        new SendingConfig(deadline, 16_384, 1_024, List.of(dns.address()), connectionsPerHost, 1);
    sender = new Sender(vertx, sending, new AddressRules(addresses), trust);
  }

  Vertx vertx() {
    return vertx;
  }

  FakeDns dns() {
    return dns;
  }

  Sender sender() {
    return sender;
  }

  static SendRequest outgoing(URI url) {
    return new SendRequest(
        url, Map.of("content-type", "application/json", "webhook-id", "1"), Buffer.buffer(BODY));
  }

  SendResult send(URI url) {
    return sender.send(outgoing(url)).await();
  }

  SendResult send(String url) {
    return send(URI.create(url));
  }

  /** Sends a request to a receiver that responds with {@code response}. */
  SendResult reply(String response) {
    try (Receiver receiver = Receiver.responding(vertx, response)) {
      return send(receiver.url());
    }
  }

  SendResult replyAndClose(String response) {
    return replyOf((socket, request) -> socket.end(Buffer.buffer(response)));
  }

  SendResult replyOf(BiConsumer<NetSocket, Integer> behavior) {
    return repliesOf(List.of(behavior)).get(0);
  }

  /** Sends requests at the same time, each to a receiver with one of {@code behaviors}. */
  List<SendResult> repliesOf(List<BiConsumer<NetSocket, Integer>> behaviors) {
    List<Receiver> receivers =
        behaviors.stream().map(behavior -> Receiver.with(vertx, behavior)).toList();
    try {
      List<Future<SendResult>> replies =
          receivers.stream().map(receiver -> sender.send(outgoing(receiver.url()))).toList();
      Future.all(replies).await();
      receivers.forEach(receiver -> assertTrue(receiver.requests() <= 1));
      return replies.stream().map(Future::result).toList();
    } finally {
      receivers.forEach(Receiver::close);
    }
  }

  /** Asserts that the request ended at its deadline. */
  static void assertTimedOut(SendResult result) {
    assertEquals(Outcome.TIMEOUT, result.outcome());
    Duration late = result.duration().minus(SHORT);
    assertTrue(!late.isNegative() && late.toMillis() <= 100, result.toString());
  }

  static String body(int status, String body) {
    return "HTTP/1.1 %d X\r\nContent-Length: %d\r\n\r\n%s".formatted(status, body.length(), body);
  }

  /** Waits at most 5 s until {@code condition} holds. */
  void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("The condition never held");
      }
      vertx.timer(10, TimeUnit.MILLISECONDS).await();
    }
  }

  @Override
  public void close() {
    sender.close().await();
    dns.close();
    vertx.close().await();
  }
}
