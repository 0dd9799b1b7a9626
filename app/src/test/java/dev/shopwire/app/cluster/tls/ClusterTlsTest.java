package dev.shopwire.app.cluster.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.config.Settings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;

/** Tests which members trust each other, with handshakes in memory. */
class ClusterTlsTest {
  private static final String SECRET = secret(1);
  private static final String OTHER = secret(2);

  private static String secret(int fill) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) fill);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static ClusterTls tls(String secrets) {
    return ClusterTls.of(Settings.load(Path.of("none"), Map.of("SHOPWIRE_CLUSTER_SECRET", secrets)))
        .orElseThrow();
  }

  /** The text that the server receives from the client after both have authenticated. */
  private static String transfer(ClusterTls client, ClusterTls server) throws SSLException {
    return transfer(client.engine(true), server.engine(false));
  }

  private static String transfer(SSLEngine sender, SSLEngine receiver) throws SSLException {
    ByteBuffer text = ByteBuffer.wrap("join".getBytes(StandardCharsets.US_ASCII));
    ByteBuffer toReceiver = ByteBuffer.allocate(1 << 16);
    ByteBuffer toSender = ByteBuffer.allocate(1 << 16);
    ByteBuffer received = ByteBuffer.allocate(1 << 16);
    ByteBuffer ignored = ByteBuffer.allocate(1 << 16);
    for (int step = 0; step < 100 && received.position() == 0; step++) {
      write(sender, text, toReceiver);
      read(receiver, toReceiver, received);
      write(receiver, ByteBuffer.allocate(0), toSender);
      read(sender, toSender, ignored);
    }
    return new String(received.array(), 0, received.position(), StandardCharsets.US_ASCII);
  }

  private static void write(SSLEngine engine, ByteBuffer from, ByteBuffer to) throws SSLException {
    while (engine.getHandshakeStatus() != HandshakeStatus.NEED_UNWRAP) {
      SSLEngineResult result = engine.wrap(from, to);
      runTasks(engine);
      if (result.bytesProduced() == 0) {
        return;
      }
    }
  }

  private static void read(SSLEngine engine, ByteBuffer from, ByteBuffer to) throws SSLException {
    from.flip();
    SSLEngineResult result;
    do {
      result = engine.unwrap(from, to);
      runTasks(engine);
    } while (result.bytesConsumed() > 0);
    from.compact();
  }

  private static void runTasks(SSLEngine engine) {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  @Test
  void theSameSecretGivesTheSameCertificate() throws CertificateEncodingException {
    SharedSecret one = SharedSecret.of(SECRET).orElseThrow();
    SharedSecret again = SharedSecret.of(" " + SECRET + "\n").orElseThrow();
    SharedSecret other = SharedSecret.of(OTHER).orElseThrow();
    assertEquals(one.certificate(), again.certificate());
    assertFalse(one.certificate().equals(other.certificate()));
    // Computed with the formulas of RFC 8032: members on other JDKs must get the same key.
    assertEquals(
        "MCowBQYDK2VwAyEAxgNRX5w7vjRxpXZSMH2zgJQlt/b4+H/nGHhQ+ifLbjE=",
        Base64.getEncoder().encodeToString(one.certificate().getPublicKey().getEncoded()));
    assertFalse(
        new String(one.certificate().getEncoded(), StandardCharsets.ISO_8859_1).contains(SECRET));
  }

  @Test
  void aSecretIsBase64Of32Bytes() {
    for (String wrong : new String[] {"", "secret", "c2VjcmV0", SECRET + "AAAA", "é"}) {
      assertEquals(Optional.empty(), SharedSecret.of(wrong).map(Object::toString), wrong);
    }
  }

  @Test
  void membersWithTheSameSecretTrustEachOther() throws SSLException {
    assertEquals("join", transfer(tls(SECRET), tls(SECRET)));
  }

  @Test
  void withAnotherSecretNeitherSideTrustsTheOther() {
    SSLHandshakeException client =
        assertThrows(SSLHandshakeException.class, () -> transfer(tls(OTHER), tls(SECRET)));
    assertTrue(String.valueOf(client.getMessage()).contains("path"), client::toString);
    // The server does not trust a client that trusts the server.
    assertThrows(
        SSLHandshakeException.class, () -> transfer(tls(OTHER + "," + SECRET), tls(SECRET)));
  }

  @Test
  void aPeerWithoutACertificateIsRefused() throws GeneralSecurityException {
    SSLContext anonymous = SSLContext.getInstance("TLS");
    anonymous.init(null, new TrustManager[] {new TrustsEveryone()}, null);
    SSLEngine peer = anonymous.createSSLEngine();
    peer.setUseClientMode(true);
    assertThrows(SSLHandshakeException.class, () -> transfer(peer, tls(SECRET).engine(false)));
  }

  private static final class TrustsEveryone implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @Test
  void aSecretIsReplacedWhileBothAreTrusted() throws SSLException {
    ClusterTls before = tls(SECRET + "," + OTHER);
    ClusterTls after = tls(OTHER + "," + SECRET);
    assertEquals("join", transfer(before, after));
    assertEquals("join", transfer(after, before));
    assertEquals("join", transfer(after, tls(OTHER)));
    assertEquals("join", transfer(tls(SECRET), before));
  }
}
