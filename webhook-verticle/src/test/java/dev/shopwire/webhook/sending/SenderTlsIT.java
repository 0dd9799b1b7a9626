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

/** Tests which certificates are trusted for which names; connections are pinned to an address. */
class SenderTlsIT {
  @TempDir private static Path directory;

  private static PfxOptions good;
  private static PfxOptions expired;
  private static PfxOptions unknown;
  private static SenderFixture fixture;

  @BeforeAll
  static void start() throws Exception {
    Certificates certificates = new Certificates(directory);
    good = certificates.signed("receiver.test", "-1d", 30);
    expired = certificates.signed("receiver.test", "-9d", 2);
    unknown = certificates.selfSigned("receiver.test");
    HttpClientOptions trust = new HttpClientOptions().setTrustOptions(certificates.authority());
    fixture = new SenderFixture(SenderFixture.LONG, 1, trust, "127.0.0.1/32");
    fixture.dns().resolve("receiver.test", "127.0.0.1").resolve("other.test", "127.0.0.1");
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  private static HttpServer server(PfxOptions key, List<String> names) {
    HttpServer server =
        fixture
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

  private static SendResult sendTo(
      SenderFixture fixture, PfxOptions key, String name, List<String> names) {
    HttpServer server = server(key, names);
    try {
      return fixture.send("https://" + name + ":" + server.actualPort() + "/");
    } finally {
      server.close().await();
    }
  }

  @Test
  void aTrustedCertificateForTheNameIsAcceptedAndTheNameIndicated() {
    List<String> names = new CopyOnWriteArrayList<>();
    assertEquals(Outcome.DELIVERED, sendTo(fixture, good, "receiver.test", names).outcome());
    assertEquals(List.of("receiver.test receiver.test"), names);
  }

  @Test
  void otherCertificatesAreRejected() throws IOException {
    List<String> names = new CopyOnWriteArrayList<>();
    assertTls("the certificate is not for this host", sendTo(fixture, good, "other.test", names));
    assertTls("the certificate is not for this host", sendTo(fixture, good, "127.0.0.1", names));
    String untrusted = "the certificate is not issued by a trusted authority";
    assertTls(untrusted, sendTo(fixture, unknown, "receiver.test", names));
    try (SenderFixture jdkTrust = new SenderFixture("127.0.0.1/32")) {
      jdkTrust.dns().resolve("receiver.test", "127.0.0.1");
      assertTls(untrusted, sendTo(jdkTrust, good, "receiver.test", names));
    }
    assertTls("the certificate has expired", sendTo(fixture, expired, "receiver.test", names));
    assertEquals(List.of(), names);
  }

  private static void assertTls(String message, SendResult result) {
    assertEquals(Outcome.TLS, result.outcome(), result.toString());
    assertEquals(message, result.response());
  }

  @Test
  void plainHttpOnATlsPortFailsTheHandshake() {
    try (Receiver receiver =
        Receiver.greeting(fixture.vertx(), "HTTP/1.1 400 Bad Request\r\n\r\n")) {
      SendResult result = fixture.send("https://127.0.0.1:" + receiver.port() + "/");
      assertTls("the TLS handshake failed", result);
    }
  }

  @Test
  void anEndlessHandshakeTimesOutAndFreesItsConnection() throws IOException {
    try (SenderFixture shortTimeout =
            new SenderFixture(SenderFixture.SHORT, 1, new HttpClientOptions(), "127.0.0.1/32");
        Receiver receiver = Receiver.greeting(shortTimeout.vertx(), "")) {
      String url = "https://127.0.0.1:" + receiver.port() + "/";
      SendResult first = shortTimeout.send(url);
      assertEquals(Outcome.TIMEOUT, first.outcome());
      assertEquals(Outcome.TIMEOUT, shortTimeout.send(url).outcome());
      assertTrue(receiver.connections() >= 2, receiver.connections() + " connections");
      shortTimeout.await(() -> receiver.closed() == receiver.connections());
    }
  }
}
