package dev.shopwire.automation.mail.smtp;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates an authority and certificates in a directory, with the JDK's keytool. */
public final class TestCertificates {
  private static final String PASSWORD = "password";

  private final Path directory;
  private final Path store;
  private final AtomicInteger count = new AtomicInteger();

  public TestCertificates(Path directory) throws IOException, InterruptedException {
    this.directory = directory;
    this.store = directory.resolve("keys.p12");
    generate("ca", "CN=Authority", "-ext", "bc:critical=ca:true", "-validity", "30");
  }

  /** Trusts certificates signed by the authority. */
  public PemTrustOptions authority() throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    String certificate =
        Base64.getMimeEncoder().encodeToString(keys.getCertificate("ca").getEncoded());
    return new PemTrustOptions()
        .addCertValue(
            Buffer.buffer(
                "-----BEGIN CERTIFICATE-----\n" + certificate + "\n-----END CERTIFICATE-----\n"));
  }

  PfxOptions selfSigned(String name) throws IOException, InterruptedException {
    return key(name, "-validity", "30");
  }

  /** A certificate signed by the authority, valid from {@code start} (in keytool's format). */
  public PfxOptions signed(String name, String start, int days)
      throws IOException, InterruptedException {
    return key(name, "-signer", "ca", "-startdate", start, "-validity", Integer.toString(days));
  }

  private PfxOptions key(String name, String... options) throws IOException, InterruptedException {
    String alias = "key" + count.incrementAndGet();
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("-ext", "san=dns:" + name));
    generate(alias, "CN=" + name, all.toArray(String[]::new));
    return new PfxOptions().setPath(store.toString()).setPassword(PASSWORD).setAlias(alias);
  }

  private void generate(String alias, String subject, String... options)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("-genkeypair", "-alias", alias));
    all.addAll(List.of("-dname", subject, "-keyalg", "EC", "-storetype", "PKCS12"));
    all.addAll(List.of(options));
    Path log = Files.createTempFile(directory, "keytool", ".log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(all);
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (process.waitFor() != 0) {
      throw new IOException(Files.readString(log));
    }
  }
}
