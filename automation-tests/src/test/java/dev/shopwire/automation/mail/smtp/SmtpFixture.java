package dev.shopwire.automation.mail.smtp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.testing.Certificates;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A client with short deadlines on its event loop, and certificates that it trusts. */
final class SmtpFixture implements AutoCloseable {
  static final String PASSWORD = "pass:w@rd/ü";
  static final Envelope ENVELOPE =
      new Envelope(
          Optional.of(MailAddress.parse("b+token@bounces.test")),
          MailAddress.parse("me@receiver.test"));
  static final byte[] SMALL =
      "Subject: small\r\n\r\n.dots\r\n..\r\n.\r\nend\r\n".getBytes(US_ASCII);
  // More than the buffers of both ends hold.
  static final byte[] LARGE =
      ("Subject: large\r\n\r\n" + ("x".repeat(70) + "\r\n").repeat(120_000)).getBytes(US_ASCII);
  static final SmtpTimeouts SHORT = timeouts(3_000, 20_000);

  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final String URI = "smtp://user%40shop:pass%3Aw%40rd%2F%C3%BC@localhost:";

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final Certificates certificates;
  private final AtomicInteger count = new AtomicInteger();
  private final SmtpClient client;

  SmtpFixture(Path directory) {
    certificates = new Certificates(directory);
    client = new SmtpClient(vertx, certificates.trust());
  }

  static SmtpTimeouts timeouts(int stageMillis, int overallMillis) {
    Duration stage = Duration.ofMillis(stageMillis);
    return new SmtpTimeouts(stage, stage, stage, stage, Duration.ofMillis(overallMillis));
  }

  Vertx vertx() {
    return vertx;
  }

  SmtpClient client() {
    return client;
  }

  KeyCertOptions certificate(String host) {
    return created(host, certificates::sign);
  }

  KeyCertOptions expiredCertificate(String host) {
    return created(host, certificates::signExpired);
  }

  KeyCertOptions selfSigned(String host) {
    return created(host, certificates::selfSign);
  }

  private KeyCertOptions created(String host, BiConsumer<String, String> create) {
    String name = host + count.incrementAndGet();
    create.accept(name, "dns:" + host);
    return certificates.identity(name);
  }

  /** The first handshake of a process takes longer than the short deadlines. */
  void warmUp(KeyCertOptions certificate) {
    try (ScriptedSmtpServer server = ScriptedSmtpServer.startTls(vertx, certificate)) {
      connectAndSend(patient(config(server)), SMALL).await();
    }
  }

  static SmtpConfig patient(SmtpConfig config) {
    return new SmtpConfig(
        config.host(),
        config.port(),
        config.tls(),
        config.credentials(),
        config.heloName(),
        timeouts(20_000, 30_000));
  }

  /** With credentials, and STARTTLS. */
  static SmtpConfig config(ScriptedSmtpServer server) {
    return SmtpConfig.parse(URI + server.port(), "client.test", SHORT);
  }

  /** With deadlines that a busy machine does not miss. */
  static SmtpConfig config(ScriptedSmtpServer server, String uri) {
    return config(server.port(), uri);
  }

  /** The same for a port. */
  static SmtpConfig config(int port, String uri) {
    return SmtpConfig.parse(
        uri.replace("PORT", "" + port), "client.test", timeouts(20_000, 30_000));
  }

  SmtpConnection connect(SmtpConfig config) {
    return on(() -> client.connect(config)).await();
  }

  /** Runs a call of the client on its event loop. */
  <T> Future<T> on(Supplier<Future<T>> call) {
    Promise<T> promise = Promise.promise();
    context.runOnContext(run -> call.get().onComplete(promise));
    return promise.future();
  }

  Future<Reply> send(SmtpConnection connection, byte[] message) {
    return on(() -> connection.send(ENVELOPE, message, Future::succeededFuture));
  }

  /** Connects, sends and leaves; the result is that of the mail. */
  Future<Reply> connectAndSend(SmtpConfig config, byte[] message) {
    return on(
        () ->
            client
                .connect(config)
                .compose(
                    connection ->
                        connection
                            .send(ENVELOPE, message, Future::succeededFuture)
                            .eventually(connection::quit)));
  }

  static SmtpFailure failure(Future<?> future) {
    try {
      future.await();
    } catch (SmtpFailure failure) {
      return failure;
    }
    throw new AssertionError("did not fail");
  }

  static void until(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("timed out");
      }
      LockSupport.parkNanos(5_000_000);
    }
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
