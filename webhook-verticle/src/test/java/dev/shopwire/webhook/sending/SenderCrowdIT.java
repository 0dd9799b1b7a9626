package dev.shopwire.webhook.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Sends to five hundred receivers at once, of five kinds that drip or never end. */
class SenderCrowdIT {
  private static final int RECEIVERS = 500;
  private static final long MEGABYTE = 1_048_576;

  @Test
  void eachIsCutAtItsDeadlineAndNoneCostsMemory() throws IOException {
    // Separate event loops, so that the receivers' work is not measured.
    Vertx others = Vertx.vertx();
    try (SenderFixture stage =
        new SenderFixture(SenderFixture.LONG, 1_024, new HttpClientOptions(), "127.0.0.1/32")) {
      List<Receiver> receivers = new ArrayList<>();
      for (int i = 0; i < RECEIVERS; i++) {
        receivers.add(Receiver.with(others, behavior(others, i % 5)));
      }
      // Loads the classes, so that only requests are measured below.
      try (Receiver receiver = Receiver.responding(stage.vertx(), "HTTP/1.1 204 X\r\n\r\n")) {
        stage.send(receiver.url());
      }
      Stalls stalls = new Stalls(others);
      long before = usedBytes();
      List<Future<SendResult>> replies =
          receivers.stream()
              .map(receiver -> stage.sender().send(SenderFixture.outgoing(receiver.url())))
              .toList();
      stage.await(() -> receivers.stream().allMatch(receiver -> receiver.requests() > 0));
      long meanwhile = usedBytes();
      Future.all(replies).await();
      long after = usedBytes();
      for (int i = 0; i < RECEIVERS; i++) {
        check(replies.get(i).result(), i % 5, stalls.longestMillis());
      }
      assertTrue(meanwhile - before <= 64 * MEGABYTE, (meanwhile - before) + " bytes");
      assertTrue(after - before <= 64 * MEGABYTE, (after - before) + " bytes");
      stage.await(() -> receivers.stream().allMatch(each -> each.closed() == each.connections()));
    } finally {
      others.close().await();
    }
  }

  private static BiConsumer<NetSocket, Integer> behavior(Vertx others, int kind) {
    return switch (kind) {
      case 0 -> (socket, request) -> {};
      case 1 -> (socket, request) -> drip(others, socket, "HTTP/1.1 200 OK\r\n", "a: b\r\n");
      case 2 ->
          (socket, request) ->
              drip(others, socket, "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n", "x");
      case 3 ->
          (socket, request) -> drip(others, socket, "HTTP/1.1 200 OK\r\n\r\n", "y".repeat(8_192));
      default -> (socket, request) -> drip(others, socket, "", "HTTP/1.1 100 Continue\r\n\r\n");
    };
  }

  private static void drip(Vertx others, NetSocket socket, String start, String drop) {
    socket.write(start);
    others.setPeriodic(
        200, timer -> socket.write(drop).onFailure(ended -> others.cancelTimer(timer)));
  }

  private static void check(SendResult reply, int kind, long stalled) {
    if (kind == 3 && reply.outcome() == Outcome.DELIVERED) {
      return;
    }
    assertEquals(Outcome.TIMEOUT, reply.outcome());
    long late = reply.duration().minus(SenderFixture.LONG).toMillis();
    assertTrue(
        late >= 0 && late <= 100 + 2 * stalled,
        late + " ms late while the machine itself stalled for " + stalled + " ms");
  }

  /** Measures how long event loops without a sender stalled: the machine's share of the delay. */
  private static final class Stalls {
    private static final int TICK_MILLIS = 20;

    private final AtomicLong longest = new AtomicLong();
    private final AtomicLong last = new AtomicLong(System.nanoTime());

    Stalls(Vertx others) {
      others.setPeriodic(TICK_MILLIS, tick -> tick());
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
