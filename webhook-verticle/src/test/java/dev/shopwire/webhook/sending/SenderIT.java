package dev.shopwire.webhook.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a request, by what its receiver does; over real sockets. */
class SenderIT {
  private static final String NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n";

  private static SenderStage stage;

  @BeforeAll
  static void start() throws IOException {
    stage = new SenderStage(SenderStage.SHORT, 2, new HttpClientOptions(), "127.0.0.1/32");
    // Loads the classes, so that the deadlines below measure the sender.
    try (Receiver receiver = Receiver.saying(stage.vertx(), NO_CONTENT)) {
      stage.send(receiver.url());
    }
  }

  @AfterAll
  static void stop() {
    stage.close();
  }

  private static Reply reply(String answer) {
    try (Receiver receiver = Receiver.saying(stage.vertx(), answer)) {
      return stage.send(receiver.url());
    }
  }

  private static Reply replyAndClose(String answer) {
    return replyOf((socket, request) -> socket.end(Buffer.buffer(answer)));
  }

  private static Reply replyOf(BiConsumer<NetSocket, Integer> behaviour) {
    try (Receiver receiver = Receiver.that(stage.vertx(), behaviour)) {
      Reply reply = stage.send(receiver.url());
      assertTrue(receiver.requests() <= 1);
      return reply;
    }
  }

  private static void assertCut(Reply reply) {
    assertEquals(Outcome.TIMEOUT, reply.outcome());
    Duration late = reply.duration().minus(SenderStage.SHORT);
    assertTrue(!late.isNegative() && late.toMillis() <= 100, reply.toString());
  }

  private static String body(int status, String body) {
    return "HTTP/1.1 %d X\r\nContent-Length: %d\r\n\r\n%s".formatted(status, body.length(), body);
  }

  @ParameterizedTest
  @CsvSource({
    "200,DELIVERED",
    "201,DELIVERED",
    "202,DELIVERED",
    "299,DELIVERED",
    "300,STATUS",
    "304,STATUS",
    "400,STATUS",
    "404,STATUS",
    "409,STATUS",
    "410,GONE",
    "429,STATUS",
    "500,STATUS",
    "503,STATUS",
    "599,STATUS",
    "999,STATUS"
  })
  void aStatusDecides(int status, Outcome outcome) {
    Reply reply = reply("HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n");
    assertEquals(outcome, reply.outcome());
    assertEquals(status, reply.status());
    assertNull(reply.response());
  }

  @Test
  void anAnswersBodyIsKept() {
    Reply reply = reply(body(500, "it broke"));
    assertEquals("it broke", reply.response());
    assertNull(reply.retryAfter());
    assertNotNull(reply.address());
  }

  @Test
  void aChunkedAnswerAndOneThatEndsWithItsConnectionAreWhole() {
    String chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n";
    assertEquals("abc", reply(chunked).response());
    Reply ended = replyAndClose("HTTP/1.0 200 OK\r\n\r\nabc");
    assertEquals(Outcome.DELIVERED, ended.outcome());
    assertEquals("abc", ended.response());
  }

  @Test
  void whatARequestLooksLike() {
    StringBuilder seen = new StringBuilder();
    stage.dns().has("receiver.test", "127.0.0.1");
    try (Receiver receiver =
        Receiver.seeing(stage.vertx(), seen::append, (socket, n) -> socket.write(NO_CONTENT))) {
      stage.send("http://Receiver.test:" + receiver.port() + "/a%20b/ü?c=d&e=/#f");
      List<String> lines = seen.toString().lines().map(String::toLowerCase).toList();
      assertEquals("post /a%20b/%c3%bc?c=d&e=/ http/1.1", lines.get(0));
      assertTrue(lines.contains("host: receiver.test:" + receiver.port()), lines.toString());
      assertTrue(lines.contains("content-length: " + SenderStage.BODY.length()));
      assertTrue(lines.contains("content-type: application/json"));
      assertTrue(lines.stream().noneMatch(line -> line.startsWith("accept-encoding")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"429", "503", "500", "302"})
  void retryAfterIsTold(String status) {
    Reply reply = reply("HTTP/1.1 " + status + " X\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n");
    assertEquals(Duration.ofSeconds(7), reply.retryAfter());
  }

  @Test
  void aSuccessNeedsNoRetry() {
    assertNull(reply("HTTP/1.1 204 X\r\nRetry-After: 7\r\n\r\n").retryAfter());
  }

  @Test
  void interimAnswersAreNone() {
    for (String interim : List.of("100 Continue", "103 Early Hints")) {
      Reply reply = reply("HTTP/1.1 " + interim + "\r\n\r\n" + body(200, "done"));
      assertEquals(Outcome.DELIVERED, reply.outcome(), interim);
      assertEquals("done", reply.response());
    }
  }

  @Test
  void interimAnswersWithoutEndAreCut() {
    assertCut(replyOf((socket, n) -> drip(socket, "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"101 Switching Protocols", "102 Processing", "199 X"})
  void otherInterimAnswersAreNoSuccessAndEndTheirConnection(String interim) {
    try (Receiver receiver =
        Receiver.that(
            stage.vertx(),
            (socket, request) ->
                socket.write(
                    request == 1
                        ? "HTTP/1.1 " + interim + "\r\n\r\n" + body(200, "of the first")
                        : body(200, "of the second")))) {
      assertEquals(Outcome.STATUS, stage.send(receiver.url()).outcome());
      assertEquals("of the second", stage.send(receiver.url()).response());
      assertEquals(2, receiver.connections());
    }
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
    Reply reply = replyOf((socket, request) -> {});
    assertCut(reply);
    assertNull(reply.status());
    assertEquals("no whole answer in time", reply.response());
  }

  @Test
  void drippingIsCutWhereverItHappens() {
    assertCut(replyOf((socket, request) -> drip(socket, "H")));
    assertCut(
        replyOf(
            (socket, request) -> {
              socket.write("HTTP/1.1 200 OK\r\n");
              drip(socket, "a: b\r\n");
            }));
    Reply body =
        replyOf(
            (socket, request) -> {
              socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n");
              drip(socket, "x");
            });
    assertCut(body);
    assertEquals(200, body.status());
    assertTrue(String.valueOf(body.response()).startsWith("xx"));
  }

  @Test
  void anEndlessBodyIsReadToItsLimit() {
    for (int status : List.of(200, 410, 500)) {
      try (Receiver receiver =
          Receiver.that(
              stage.vertx(),
              (socket, request) -> {
                socket.write("HTTP/1.1 " + status + " X\r\n\r\n");
                flood(socket);
              })) {
        Reply reply = stage.send(receiver.url());
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
    try (Receiver receiver = Receiver.saying(stage.vertx(), body(200, "z".repeat(16_384)))) {
      assertEquals(Outcome.DELIVERED, stage.send(receiver.url()).outcome());
      assertEquals(Outcome.DELIVERED, stage.send(receiver.url()).outcome());
      assertEquals(1, receiver.connections());
    }
  }

  @Test
  void endlessHeadersAreNoAnswer() {
    Reply huge = reply("HTTP/1.1 200 OK\r\na: " + "b".repeat(100_000));
    assertEquals(Outcome.BROKEN, huge.outcome());
    Reply many = reply("HTTP/1.1 200 OK\r\n" + "a: bcdefgh\r\n".repeat(10_000));
    assertEquals(Outcome.BROKEN, many.outcome());
    Reply line = reply("HTTP/1.1 200 " + "b".repeat(100_000));
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
  void garbageIsNoSuccess(String answer) {
    Reply reply = replyAndClose(answer);
    assertEquals(Outcome.BROKEN, reply.outcome(), reply.toString());
    assertTrue(!String.valueOf(reply.response()).contains("netty"));
  }

  @Test
  void anAnswerThatIsCutShortIsBroken() {
    Reply body = replyAndClose("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
    assertEquals(Outcome.BROKEN, body.outcome());
    assertEquals(200, body.status());
    assertEquals("abc", body.response());
    assertEquals(Outcome.BROKEN, replyAndClose("HTTP/1.1 200 OK\r\na:").outcome());
    assertEquals(Outcome.BROKEN, replyAndClose("").outcome());
  }

  @Test
  void aResetIsBroken() {
    try (Receiver receiver =
        Receiver.resetting(stage.vertx(), (socket, request) -> socket.close())) {
      Reply reply = stage.send(receiver.url());
      assertEquals(Outcome.BROKEN, reply.outcome());
      assertEquals(1, receiver.requests());
    }
  }

  @Test
  void nobodyThereIsNoConnection() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      port = socket.getLocalPort();
    }
    Reply reply = stage.send("http://127.0.0.1:" + port + "/");
    assertEquals(Outcome.CONNECT, reply.outcome());
    assertEquals("no connection", reply.response());
  }

  @Test
  void aConnectionServesManyRequestsButNotForLong() {
    try (Receiver receiver = Receiver.saying(stage.vertx(), NO_CONTENT)) {
      for (int i = 0; i < 20; i++) {
        assertEquals(Outcome.DELIVERED, stage.send(receiver.url()).outcome());
      }
      assertEquals(1, receiver.connections());
      stage.await(() -> receiver.closed() == 1);
      assertEquals(Outcome.DELIVERED, stage.send(receiver.url()).outcome());
      assertEquals(2, receiver.connections());
    }
  }

  @Test
  void aKeptConnectionThatEndsUnderARequestDoesNotRepeatIt() {
    try (Receiver receiver =
        Receiver.that(
            stage.vertx(),
            (socket, request) -> {
              if (request == 1) {
                socket.write(NO_CONTENT);
              } else {
                socket.close();
              }
            })) {
      assertEquals(Outcome.DELIVERED, stage.send(receiver.url()).outcome());
      assertEquals(Outcome.BROKEN, stage.send(receiver.url()).outcome());
      assertEquals(2, receiver.requests());
      assertEquals(1, receiver.connections());
    }
  }

  @Test
  void whatWasCutLeavesRoomForTheNext() {
    try (Receiver receiver =
        Receiver.that(
            stage.vertx(),
            (socket, request) -> {
              if (request > 4) {
                socket.write(NO_CONTENT);
              }
            })) {
      for (int i = 0; i < 2; i++) {
        var one = stage.sender().send(SenderStage.outgoing(receiver.url()));
        assertCut(stage.send(receiver.url()));
        assertCut(one.await());
      }
      assertEquals(Outcome.DELIVERED, stage.send(receiver.url()).outcome());
      assertEquals(5, receiver.connections());
      stage.await(() -> receiver.closed() >= 4);
    }
  }
}
