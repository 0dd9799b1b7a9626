package dev.shopwire.webhook.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.http.HttpClientOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The result of a request by what its receiver does; over real sockets. */
class SenderIT {
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
    SendResult reply = stage.reply("HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n");
    assertEquals(outcome, reply.outcome());
    assertEquals(status, reply.status());
    assertNull(reply.response());
  }

  @Test
  void anAnswersBodyIsKept() {
    SendResult reply = stage.reply(SenderFixture.body(500, "it broke"));
    assertEquals("it broke", reply.response());
    assertNull(reply.retryAfter());
    assertNotNull(reply.address());
  }

  @Test
  void aChunkedAnswerAndOneThatEndsWithItsConnectionAreWhole() {
    String chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n";
    assertEquals("abc", stage.reply(chunked).response());
    SendResult ended = stage.replyAndClose("HTTP/1.0 200 OK\r\n\r\nabc");
    assertEquals(Outcome.DELIVERED, ended.outcome());
    assertEquals("abc", ended.response());
  }

  @Test
  void whatARequestLooksLike() {
    StringBuilder seen = new StringBuilder();
    stage.dns().has("receiver.test", "127.0.0.1");
    try (Receiver receiver =
        Receiver.recording(stage.vertx(), seen::append, (socket, n) -> socket.write(NO_CONTENT))) {
      stage.send("http://Receiver.test:" + receiver.port() + "/a%20b/ü?c=d&e=/#f");
      List<String> lines = seen.toString().lines().map(String::toLowerCase).toList();
      assertEquals("post /a%20b/%c3%bc?c=d&e=/ http/1.1", lines.get(0));
      assertTrue(lines.contains("host: receiver.test:" + receiver.port()), lines.toString());
      assertTrue(lines.contains("content-length: " + SenderFixture.BODY.length()));
      assertTrue(lines.contains("content-type: application/json"));
      assertTrue(lines.stream().noneMatch(line -> line.startsWith("accept-encoding")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"429", "503", "500", "302"})
  void retryAfterIsTold(String status) {
    SendResult reply =
        stage.reply("HTTP/1.1 " + status + " X\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n");
    assertEquals(Duration.ofSeconds(7), reply.retryAfter());
  }

  @Test
  void aSuccessNeedsNoRetry() {
    assertNull(stage.reply("HTTP/1.1 204 X\r\nRetry-After: 7\r\n\r\n").retryAfter());
  }

  @Test
  void interimAnswersAreNone() {
    for (String interim : List.of("100 Continue", "103 Early Hints")) {
      SendResult reply =
          stage.reply("HTTP/1.1 " + interim + "\r\n\r\n" + SenderFixture.body(200, "done"));
      assertEquals(Outcome.DELIVERED, reply.outcome(), interim);
      assertEquals("done", reply.response());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"101 Switching Protocols", "102 Processing", "199 X"})
  void otherInterimAnswersAreNoSuccessAndEndTheirConnection(String interim) {
    try (Receiver receiver =
        Receiver.with(
            stage.vertx(),
            (socket, request) ->
                socket.write(
                    request == 1
                        ? "HTTP/1.1 "
                            + interim
                            + "\r\n\r\n"
                            + SenderFixture.body(200, "of the first")
                        : SenderFixture.body(200, "of the second")))) {
      assertEquals(Outcome.STATUS, stage.send(receiver.url()).outcome());
      assertEquals("of the second", stage.send(receiver.url()).response());
      assertEquals(2, receiver.connections());
    }
  }

  @Test
  void aResetIsBroken() {
    try (Receiver receiver =
        Receiver.resetting(stage.vertx(), (socket, request) -> socket.close())) {
      SendResult reply = stage.send(receiver.url());
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
    SendResult reply = stage.send("http://127.0.0.1:" + port + "/");
    assertEquals(Outcome.CONNECT, reply.outcome());
    assertEquals("could not connect", reply.response());
  }

  @Test
  void aConnectionServesManyRequestsButNotForLong() {
    try (Receiver receiver = Receiver.responding(stage.vertx(), NO_CONTENT)) {
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
        Receiver.with(
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
}
