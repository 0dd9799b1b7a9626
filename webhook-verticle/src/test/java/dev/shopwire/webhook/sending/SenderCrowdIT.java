package dev.shopwire.webhook.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Sends to 500 receivers concurrently, of five kinds that hang, drip or never end. */
class SenderCrowdIT {
  private static final int RECEIVERS = 500;
  private static final Duration DEADLINE = Duration.ofSeconds(3);
  private static final long MEGABYTE = 1_048_576;

  @Test
  void eachRequestEndsAtItsDeadlineAndMemoryStaysBounded() throws IOException {
    // Separate event loops, so that the work of the receivers is not measured.
    Vertx receiverVertx = Vertx.vertx();
    try (SenderFixture fixture =
        new SenderFixture(DEADLINE, 1_024, new HttpClientOptions(), "127.0.0.1/32")) {
      List<Receiver> receivers = new ArrayList<>();
      for (int i = 0; i < RECEIVERS; i++) {
        receivers.add(Receiver.with(receiverVertx, behavior(receiverVertx, i % 5)));
      }
      // Loads the classes first, so that only requests are measured below.
      try (Receiver receiver = Receiver.responding(fixture.vertx(), "HTTP/1.1 204 X\r\n\r\n")) {
        fixture.send(receiver.url());
      }
      Stalls stalls = new Stalls(receiverVertx);
      long before = usedBytes();
      List<Future<SendResult>> replies =
          receivers.stream()
              .map(receiver -> fixture.sender().send(SenderFixture.outgoing(receiver.url())))
              .toList();
      fixture.await(() -> receivers.stream().allMatch(receiver -> receiver.requests() > 0));
      long during = usedBytes();
      Future.all(replies).await();
      long after = usedBytes();
      for (int i = 0; i < RECEIVERS; i++) {
        check(replies.get(i).result(), i % 5, stalls.longestMillis());
      }
      assertTrue(during - before <= 64 * MEGABYTE, (during - before) + " bytes");
      assertTrue(after - before <= 64 * MEGABYTE, (after - before) + " bytes");
      fixture.await(() -> receivers.stream().allMatch(each -> each.closed() == each.connections()));
    } finally {
      receiverVertx.close().await();
    }
  }

  private static BiConsumer<NetSocket, Integer> behavior(Vertx receiverVertx, int kind) {
    return switch (kind) {
      case 0 -> (socket, request) -> {};
      case 1 -> (socket, request) -> drip(receiverVertx, socket, "HTTP/1.1 200 OK\r\n", "a: b\r\n");
      case 2 ->
          (socket, request) ->
              drip(receiverVertx, socket, "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n", "x");
      case 3 ->
          (socket, request) ->
              drip(receiverVertx, socket, "HTTP/1.1 200 OK\r\n\r\n", "y".repeat(8_192));
      default ->
          (socket, request) -> drip(receiverVertx, socket, "", "HTTP/1.1 100 Continue\r\n\r\n");
    };
  }

  private static void drip(Vertx receiverVertx, NetSocket socket, String start, String drop) {
    socket.write(start);
    receiverVertx.setPeriodic(
        200, timer -> socket.write(drop).onFailure(ended -> receiverVertx.cancelTimer(timer)));
  }

  private static void check(SendResult result, int kind, long stalled) {
    if (kind == 3 && result.outcome() == Outcome.DELIVERED) {
      return;
    }
    assertEquals(Outcome.TIMEOUT, result.outcome());
    long late = result.duration().minus(DEADLINE).toMillis();
    assertTrue(
        late >= 0 && late <= 100 + 2 * stalled,
        late + " ms late while the machine itself stalled for " + stalled + " ms");
  }

  /** Measures how long event loops without a sender stalled, which is due to the machine. */
  private static final class Stalls {
    private static final int TICK_MILLIS = 20;

    private final AtomicLong longest = new AtomicLong();
    private final AtomicLong last = new AtomicLong(System.nanoTime());

    Stalls(Vertx receiverVertx) {
      receiverVertx.setPeriodic(TICK_MILLIS, tick -> tick());
    }

    private void tick() {
      long now = System.nanoTime();
      long late = (now - last.getAndSet(now)) / 1_000_000 - TICK_MILLIS;
      longest.accumulateAndGet(late, Math::max);
    }

    long longestMillis() {
      return longest.get();
    }
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
