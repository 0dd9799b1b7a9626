package dev.shopwire.app.cluster.tls;

import com.hazelcast.instance.impl.NodeContext;
import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PfxOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;

/**
 * Sets up TLS 1.3 with mutual authentication between members: by a secret that all share, or by a
 * certificate of an authority that signs only members. Used for the bus and for Hazelcast.
 * Thread-safe.
 */
public final class ClusterTls {
  private static final String SECRET = "cluster.secret";
  private static final String SECRET_FORM =
      "base64 of 32 bytes (openssl rand -base64 32), or several, separated by commas: this process"
          + " uses the first one and trusts members that use any of them";
  private static final String PROTOCOL = "TLSv1.3";

  /** The password of key stores that never leave this process's memory. */
  private static final String IN_MEMORY = "in memory";

  private final KeyStore own;
  private final KeyStore trusted;
  private final SSLContext context;

  private ClusterTls(PrivateKey key, List<X509Certificate> chain, List<X509Certificate> trusted) {
    try {
      this.own = empty();
      own.setKeyEntry(
          "member", key, IN_MEMORY.toCharArray(), chain.toArray(X509Certificate[]::new));
      this.trusted = empty();
      for (X509Certificate certificate : trusted) {
        this.trusted.setCertificateEntry("member-" + this.trusted.size(), certificate);
      }
      this.context = context(own, this.trusted);
    } catch (GeneralSecurityException | IOException e) {
      throw new SettingException("Cannot set up TLS for the cluster: " + e.getMessage());
    }
  }

  /**
   * Empty if neither a secret nor certificates are set.
   *
   * @throws SettingException naming settings that are invalid or can't be combined
   */
  public static Optional<ClusterTls> of(Settings settings) {
    Optional<String> secret = settings.secret(SECRET);
    if (secret.isPresent() && PemFiles.areSet(settings)) {
      throw new SettingException(
          settings.nameOf(SECRET) + ": expected either this or the cluster.tls settings, not both");
    }
    Optional<PemFiles> files = PemFiles.of(settings);
    return secret
        .map(text -> ofSecrets(secrets(settings, text)))
        .or(() -> files.map(pem -> new ClusterTls(pem.key(), pem.chain(), pem.authorities())));
  }

  private static List<SharedSecret> secrets(Settings settings, String text) {
    List<SharedSecret> secrets = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      secrets.add(
          SharedSecret.of(part).orElseThrow(() -> settings.invalidSecret(SECRET, SECRET_FORM)));
    }
    return secrets;
  }

  private static ClusterTls ofSecrets(List<SharedSecret> secrets) {
    SharedSecret first = secrets.get(0);
    return new ClusterTls(
        first.key(),
        List.of(first.certificate()),
        secrets.stream().map(SharedSecret::certificate).toList());
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static SSLContext context(KeyStore own, KeyStore trusted)
      throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, IN_MEMORY.toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance(PROTOCOL);
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), new SecureRandom());
    return context;
  }

  /** Enables TLS for the Vert.x event bus. */
  public void secure(EventBusOptions options) {
    // Vert.x copies these options through JSON, in which key stores survive and key managers don't.
    options
        .setSsl(true)
        .setEnabledSecureTransportProtocols(Set.of(PROTOCOL))
        .setKeyCertOptions(pfx(own))
        .setTrustOptions(pfx(trusted))
        // Vert.x trusts any server by default.
        .setTrustAll(false)
        .setClientAuth(ClientAuth.REQUIRED);
  }

  private static PfxOptions pfx(KeyStore store) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      store.store(bytes, IN_MEMORY.toCharArray());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
    return new PfxOptions().setValue(Buffer.buffer(bytes.toByteArray())).setPassword(IN_MEMORY);
  }

  /** Enables TLS for a Hazelcast node. */
  public NodeContext hazelcast() {
    return new TlsNodeContext(this);
  }

  /**
   * The engine for one end of a connection. It doesn't verify the other end's host name, only that
   * it authenticates as a member.
   */
  SSLEngine engine(boolean client) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(client);
    engine.setEnabledProtocols(new String[] {PROTOCOL});
    if (!client) {
      engine.setNeedClientAuth(true);
    }
    return engine;
  }

  /** Omits the keys. */
  @Override
  public String toString() {
    return "ClusterTls";
  }
}
