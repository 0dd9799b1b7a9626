package dev.shopwire.webhook.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which certificates are trusted for which names; connections are pinned to an address. */
class SenderTlsIT {
  @TempDir private static Path directory;

  private static PfxOptions good;
  private static PfxOptions expired;
  private static PfxOptions unknown;
  private static SenderFixture stage;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Certificates certificates = new Certificates(directory);
    good = certificates.signed("receiver.test", "-1d", 30);
    expired = certificates.signed("receiver.test", "-9d", 2);
    unknown = certificates.selfSigned("receiver.test");
    HttpClientOptions trust = new HttpClientOptions().setTrustOptions(certificates.authority());
    stage = new SenderFixture(SenderFixture.LONG, 1, trust, "127.0.0.1/32");
    stage.dns().has("receiver.test", "127.0.0.1").has("other.test", "127.0.0.1");
  }

  @AfterAll
  static void stop() {
    stage.close();
  }

  private static HttpServer server(PfxOptions key, List<String> names) {
    HttpServer server =
        stage
            .vertx()
            .createHttpServer(
                new HttpServerOptions()
                    .setHost("127.0.0.1")
                    .setPort(0)
                    .setSsl(true)
                    .setSni(true)
                    .setKeyCertOptions(key))
            .requestHandler(
                request -> {
                  names.add(
                      request.connection().indicatedServerName()
                          + " "
                          + request.authority().host());
                  request.response().setStatusCode(204).end();
                });
    server.listen().await();
    return server;
  }

  private static SendResult reply(
      SenderFixture stage, PfxOptions key, String name, List<String> names) {
    HttpServer server = server(key, names);
    try {
      return stage.send("https://" + name + ":" + server.actualPort() + "/");
    } finally {
      server.close().await();
    }
  }

  @Test
  void aTrustedCertificateForTheNameIsBelievedAndTheNameIndicated() {
    List<String> names = new CopyOnWriteArrayList<>();
    assertEquals(Outcome.DELIVERED, reply(stage, good, "receiver.test", names).outcome());
    assertEquals(List.of("receiver.test receiver.test"), names);
  }

  @Test
  void noOtherCertificateIsBelieved() throws IOException {
    List<String> names = new CopyOnWriteArrayList<>();
    assertTls("the certificate is not for this host", reply(stage, good, "other.test", names));
    assertTls("the certificate is not for this host", reply(stage, good, "127.0.0.1", names));
    String untrusted = "the certificate is not issued by a trusted authority";
    assertTls(untrusted, reply(stage, unknown, "receiver.test", names));
    try (SenderFixture ofTheJdk = new SenderFixture("127.0.0.1/32")) {
      ofTheJdk.dns().has("receiver.test", "127.0.0.1");
      assertTls(untrusted, reply(ofTheJdk, good, "receiver.test", names));
    }
    assertTls("the certificate has expired", reply(stage, expired, "receiver.test", names));
    assertEquals(List.of(), names);
  }

  private static void assertTls(String message, SendResult reply) {
    assertEquals(Outcome.TLS, reply.outcome(), reply.toString());
    assertEquals(message, reply.response());
  }

  @Test
  void plainHttpOnAPortForTlsIsNoTls() {
    try (Receiver receiver = Receiver.greeting(stage.vertx(), "HTTP/1.1 400 Bad Request\r\n\r\n")) {
      SendResult reply = stage.send("https://127.0.0.1:" + receiver.port() + "/");
      assertTls("the TLS handshake failed", reply);
    }
  }

  @Test
  void aHandshakeWithoutEndIsCutAndLeavesRoomForTheNext() throws IOException {
    try (SenderFixture hasty =
            new SenderFixture(SenderFixture.SHORT, 1, new HttpClientOptions(), "127.0.0.1/32");
        Receiver receiver = Receiver.greeting(hasty.vertx(), "")) {
      String url = "https://127.0.0.1:" + receiver.port() + "/";
      SendResult first = hasty.send(url);
      assertEquals(Outcome.TIMEOUT, first.outcome());
      assertEquals(Outcome.TIMEOUT, hasty.send(url).outcome());
      assertEquals(Outcome.TIMEOUT, hasty.send(url).outcome());
      assertTrue(receiver.connections() >= 2, receiver.connections() + " connections");
      hasty.await(() -> receiver.closed() == receiver.connections());
    }
  }
}
