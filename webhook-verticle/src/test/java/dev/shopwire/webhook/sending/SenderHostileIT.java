package dev.shopwire.webhook.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests receivers that drip, never end or send invalid responses, over real sockets. */
class SenderHostileIT {
  private static final String NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n";

  private static SenderFixture fixture;

  @BeforeAll
  static void start() throws IOException {
    fixture = new SenderFixture(SenderFixture.SHORT, 2, new HttpClientOptions(), "127.0.0.1/32");
    // Loads the classes first, so that the deadlines below measure only the sender.
    try (Receiver receiver = Receiver.responding(fixture.vertx(), NO_CONTENT)) {
      fixture.send(receiver.url());
    }
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  private static void drip(NetSocket socket, String text) {
    fixture
        .vertx()
        .setPeriodic(
            1,
            50,
            timer -> socket.write(text).onFailure(ended -> fixture.vertx().cancelTimer(timer)));
  }

  @Test
  void aMissingOrDrippingResponseTimesOutAtAnyPoint() {
    List<SendResult> results =
        fixture.repliesOf(
            List.of(
                (socket, request) -> {},
                (socket, request) -> {
                  socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n");
                  drip(socket, "x");
                },
                (socket, request) -> drip(socket, "H"),
                (socket, request) -> {
                  socket.write("HTTP/1.1 200 OK\r\n");
                  drip(socket, "a: b\r\n");
                },
                (socket, request) -> drip(socket, "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n")));
    results.forEach(SenderFixture::assertTimedOut);
    SendResult missing = results.get(0);
    assertNull(missing.status());
    assertEquals("no complete response in time", missing.response());
    SendResult body = results.get(1);
    assertEquals(200, body.status());
    assertTrue(String.valueOf(body.response()).startsWith("xx"));
  }

  @Test
  void anEndlessBodyIsReadUpToTheLimit() {
    for (int status : List.of(200, 410, 500)) {
      try (Receiver receiver =
          Receiver.with(
              fixture.vertx(),
              (socket, request) -> {
                socket.write("HTTP/1.1 " + status + " X\r\n\r\n");
                flood(socket);
              })) {
        SendResult result = fixture.send(receiver.url());
        assertEquals(
            status == 200 ? Outcome.DELIVERED : status == 410 ? Outcome.GONE : Outcome.STATUS,
            result.outcome());
        assertEquals("y".repeat(1_024), result.response());
        fixture.await(() -> receiver.closed() == 1);
      }
    }
  }

  private static void flood(NetSocket socket) {
    socket.write("y".repeat(8_192)).onSuccess(written -> flood(socket));
  }

  @Test
  void aBodyAtTheLimitIsCompleteAndItsConnectionIsReused() {
    try (Receiver receiver =
        Receiver.responding(fixture.vertx(), SenderFixture.body(200, "z".repeat(16_384)))) {
      assertEquals(Outcome.DELIVERED, fixture.send(receiver.url()).outcome());
      assertEquals(Outcome.DELIVERED, fixture.send(receiver.url()).outcome());
      assertEquals(1, receiver.connections());
    }
  }

  @Test
  void endlessHeadersAreABrokenResponse() {
    SendResult huge = fixture.reply("HTTP/1.1 200 OK\r\na: " + "b".repeat(100_000));
    assertEquals(Outcome.BROKEN, huge.outcome());
    SendResult many = fixture.reply("HTTP/1.1 200 OK\r\n" + "a: bcdefgh\r\n".repeat(10_000));
    assertEquals(Outcome.BROKEN, many.outcome());
    SendResult line = fixture.reply("HTTP/1.1 200 " + "b".repeat(100_000));
    assertEquals(Outcome.BROKEN, line.outcome());
    assertNull(line.status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage\r\n\r\n",
        "\u0000\u0001\u0002\u0003\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/9.9.9 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
      })
  void anInvalidResponseIsBroken(String response) {
    SendResult result = fixture.replyAndClose(response);
    assertEquals(Outcome.BROKEN, result.outcome(), result.toString());
    assertTrue(!String.valueOf(result.response()).contains("netty"));
  }

  @Test
  void aTruncatedResponseIsBroken() {
    SendResult body = fixture.replyAndClose("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
    assertEquals(Outcome.BROKEN, body.outcome());
    assertEquals(200, body.status());
    assertEquals("abc", body.response());
    assertEquals(Outcome.BROKEN, fixture.replyAndClose("HTTP/1.1 200 OK\r\na:").outcome());
    assertEquals(Outcome.BROKEN, fixture.replyAndClose("").outcome());
  }

  @Test
  void aRequestThatTimedOutFreesItsConnection() {
    List<NetSocket> sockets = new CopyOnWriteArrayList<>();
    try (Receiver receiver =
        Receiver.with(
            fixture.vertx(),
            (socket, request) -> {
              sockets.add(socket);
              // The last two get a response when both are in flight, for which both connections
              // that the host may have must be free again.
              if (request == 4) {
                sockets.subList(2, 4).forEach(last -> last.write(NO_CONTENT));
              }
            })) {
      var first = fixture.sender().send(SenderFixture.outgoing(receiver.url()));
      SenderFixture.assertTimedOut(fixture.send(receiver.url()));
      SenderFixture.assertTimedOut(first.await());
      var third = fixture.sender().send(SenderFixture.outgoing(receiver.url()));
      assertEquals(Outcome.DELIVERED, fixture.send(receiver.url()).outcome());
      assertEquals(Outcome.DELIVERED, third.await().outcome());
      assertEquals(4, receiver.connections());
      fixture.await(() -> receiver.closed() >= 2);
    }
  }
}
