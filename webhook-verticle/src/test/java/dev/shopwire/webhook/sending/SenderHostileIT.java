package dev.shopwire.webhook.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Receivers that drip, never end or send invalid responses; over real sockets. */
class SenderHostileIT {
  private static final String NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n";

  private static SenderFixture stage;

  @BeforeAll
  static void start() throws IOException {
    stage = new SenderFixture(SenderFixture.SHORT, 2, new HttpClientOptions(), "127.0.0.1/32");
    // Loads the classes, so that the deadlines below measure the sender.
    try (Receiver receiver = Receiver.responding(stage.vertx(), NO_CONTENT)) {
      stage.send(receiver.url());
    }
  }

  @AfterAll
  static void stop() {
    stage.close();
  }

  @Test
  void interimAnswersWithoutEndAreCut() {
    SenderFixture.assertCut(
        stage.replyOf((socket, n) -> drip(socket, "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n")));
  }

  private static void drip(NetSocket socket, String text) {
    stage
        .vertx()
        .setPeriodic(
            1,
            50,
            timer -> socket.write(text).onFailure(ended -> stage.vertx().cancelTimer(timer)));
  }

  @Test
  void noAnswerIsCut() {
    SendResult reply = stage.replyOf((socket, request) -> {});
    SenderFixture.assertCut(reply);
    assertNull(reply.status());
    assertEquals("no complete response in time", reply.response());
  }

  @Test
  void drippingIsCutWhereverItHappens() {
    SenderFixture.assertCut(stage.replyOf((socket, request) -> drip(socket, "H")));
    SenderFixture.assertCut(
        stage.replyOf(
            (socket, request) -> {
              socket.write("HTTP/1.1 200 OK\r\n");
              drip(socket, "a: b\r\n");
            }));
    SendResult body =
        stage.replyOf(
            (socket, request) -> {
              socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n");
              drip(socket, "x");
            });
    SenderFixture.assertCut(body);
    assertEquals(200, body.status());
    assertTrue(String.valueOf(body.response()).startsWith("xx"));
  }

  @Test
  void anEndlessBodyIsReadToItsLimit() {
    for (int status : List.of(200, 410, 500)) {
      try (Receiver receiver =
          Receiver.with(
              stage.vertx(),
              (socket, request) -> {
                socket.write("HTTP/1.1 " + status + " X\r\n\r\n");
                flood(socket);
              })) {
        SendResult reply = stage.send(receiver.url());
        assertEquals(
            status == 200 ? Outcome.DELIVERED : status == 410 ? Outcome.GONE : Outcome.STATUS,
            reply.outcome());
        assertEquals("y".repeat(1_024), reply.response());
        stage.await(() -> receiver.closed() == 1);
      }
    }
  }

  private static void flood(NetSocket socket) {
    socket.write("y".repeat(8_192)).onSuccess(written -> flood(socket));
  }

  @Test
  void aBodyOfTheLimitIsWholeAndItsConnectionServesOn() {
    try (Receiver receiver =
        Receiver.responding(stage.vertx(), SenderFixture.body(200, "z".repeat(16_384)))) {
      assertEquals(Outcome.DELIVERED, stage.send(receiver.url()).outcome());
      assertEquals(Outcome.DELIVERED, stage.send(receiver.url()).outcome());
      assertEquals(1, receiver.connections());
    }
  }

  @Test
  void endlessHeadersAreNoAnswer() {
    SendResult huge = stage.reply("HTTP/1.1 200 OK\r\na: " + "b".repeat(100_000));
    assertEquals(Outcome.BROKEN, huge.outcome());
    SendResult many = stage.reply("HTTP/1.1 200 OK\r\n" + "a: bcdefgh\r\n".repeat(10_000));
    assertEquals(Outcome.BROKEN, many.outcome());
    SendResult line = stage.reply("HTTP/1.1 200 " + "b".repeat(100_000));
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
  void garbageIsNoSuccess(String response) {
    SendResult reply = stage.replyAndClose(response);
    assertEquals(Outcome.BROKEN, reply.outcome(), reply.toString());
    assertTrue(!String.valueOf(reply.response()).contains("netty"));
  }

  @Test
  void anAnswerThatIsCutShortIsBroken() {
    SendResult body = stage.replyAndClose("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
    assertEquals(Outcome.BROKEN, body.outcome());
    assertEquals(200, body.status());
    assertEquals("abc", body.response());
    assertEquals(Outcome.BROKEN, stage.replyAndClose("HTTP/1.1 200 OK\r\na:").outcome());
    assertEquals(Outcome.BROKEN, stage.replyAndClose("").outcome());
  }

  @Test
  void whatWasCutLeavesRoomForTheNext() {
    try (Receiver receiver =
        Receiver.with(
            stage.vertx(),
            (socket, request) -> {
              if (request > 4) {
                socket.write(NO_CONTENT);
              }
            })) {
      for (int i = 0; i < 2; i++) {
        var one = stage.sender().send(SenderFixture.outgoing(receiver.url()));
        SenderFixture.assertCut(stage.send(receiver.url()));
        SenderFixture.assertCut(one.await());
      }
      assertEquals(Outcome.DELIVERED, stage.send(receiver.url()).outcome());
      assertEquals(5, receiver.connections());
      stage.await(() -> receiver.closed() >= 4);
    }
  }
}
