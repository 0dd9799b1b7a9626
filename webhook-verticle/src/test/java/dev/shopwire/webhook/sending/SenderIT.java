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

/** Tests the result of a request for each behavior of its receiver, over real sockets. */
class SenderIT {
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
  void theStatusDeterminesTheOutcome(int status, Outcome outcome) {
    SendResult result = fixture.reply("HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n");
    assertEquals(outcome, result.outcome());
    assertEquals(status, result.status());
    assertNull(result.response());
  }

  @Test
  void theBodyOfAResponseIsKept() {
    SendResult result = fixture.reply(SenderFixture.body(500, "it broke"));
    assertEquals("it broke", result.response());
    assertNull(result.retryAfter());
    assertNotNull(result.address());
  }

  @Test
  void chunkedResponsesAndThoseEndedByCloseAreComplete() {
    String chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n";
    assertEquals("abc", fixture.reply(chunked).response());
    SendResult ended = fixture.replyAndClose("HTTP/1.0 200 OK\r\n\r\nabc");
    assertEquals(Outcome.DELIVERED, ended.outcome());
    assertEquals("abc", ended.response());
  }

  @Test
  void aRequestHasTheExpectedLinesAndHeaders() {
    StringBuilder seen = new StringBuilder();
    fixture.dns().resolve("receiver.test", "127.0.0.1");
    try (Receiver receiver =
        Receiver.recording(
            fixture.vertx(), seen::append, (socket, n) -> socket.write(NO_CONTENT))) {
      fixture.send("http://Receiver.test:" + receiver.port() + "/a%20b/ü?c=d&e=/#f");
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
  void retryAfterIsReported(String status) {
    SendResult result =
        fixture.reply("HTTP/1.1 " + status + " X\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n");
    assertEquals(Duration.ofSeconds(7), result.retryAfter());
  }

  @Test
  void aSuccessNeedsNoRetry() {
    assertNull(fixture.reply("HTTP/1.1 204 X\r\nRetry-After: 7\r\n\r\n").retryAfter());
  }

  @Test
  void interimResponsesAreSkipped() {
    for (String interim : List.of("100 Continue", "103 Early Hints")) {
      SendResult result =
          fixture.reply("HTTP/1.1 " + interim + "\r\n\r\n" + SenderFixture.body(200, "done"));
      assertEquals(Outcome.DELIVERED, result.outcome(), interim);
      assertEquals("done", result.response());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"101 Switching Protocols", "102 Processing", "199 X"})
  void otherInterimResponsesFailAndEndTheirConnection(String interim) {
    try (Receiver receiver =
        Receiver.with(
            fixture.vertx(),
            (socket, request) ->
                socket.write(
                    request == 1
                        ? "HTTP/1.1 "
                            + interim
                            + "\r\n\r\n"
                            + SenderFixture.body(200, "of the first")
                        : SenderFixture.body(200, "of the second")))) {
      assertEquals(Outcome.STATUS, fixture.send(receiver.url()).outcome());
      assertEquals("of the second", fixture.send(receiver.url()).response());
      assertEquals(2, receiver.connections());
    }
  }

  @Test
  void aConnectionResetIsBroken() {
    try (Receiver receiver =
        Receiver.resetting(fixture.vertx(), (socket, request) -> socket.close())) {
      SendResult result = fixture.send(receiver.url());
      assertEquals(Outcome.BROKEN, result.outcome());
      assertEquals(1, receiver.requests());
    }
  }

  @Test
  void aClosedPortIsAConnectError() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      port = socket.getLocalPort();
    }
    SendResult result = fixture.send("http://127.0.0.1:" + port + "/");
    assertEquals(Outcome.CONNECT, result.outcome());
    assertEquals("could not connect", result.response());
  }

  @Test
  void aConnectionIsReusedButClosedWhenIdle() {
    try (Receiver receiver = Receiver.responding(fixture.vertx(), NO_CONTENT)) {
      for (int i = 0; i < 20; i++) {
        assertEquals(Outcome.DELIVERED, fixture.send(receiver.url()).outcome());
      }
      assertEquals(1, receiver.connections());
      fixture.await(() -> receiver.closed() == 1);
      assertEquals(Outcome.DELIVERED, fixture.send(receiver.url()).outcome());
      assertEquals(2, receiver.connections());
    }
  }

  @Test
  void aRequestIsNotRepeatedIfAReusedConnectionCloses() {
    try (Receiver receiver =
        Receiver.with(
            fixture.vertx(),
            (socket, request) -> {
              if (request == 1) {
                socket.write(NO_CONTENT);
              } else {
                socket.close();
              }
            })) {
      assertEquals(Outcome.DELIVERED, fixture.send(receiver.url()).outcome());
      assertEquals(Outcome.BROKEN, fixture.send(receiver.url()).outcome());
      assertEquals(2, receiver.requests());
      assertEquals(1, receiver.connections());
    }
  }
}
