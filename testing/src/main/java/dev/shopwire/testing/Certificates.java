package dev.shopwire.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Creates a certificate authority and certificates signed by it as PEM files in a directory, with
 * the JDK's keytool. For tests only: each is valid for a week, unless its method says otherwise.
 */
public final class Certificates {
  private static final String PASSWORD = "for-tests-alone";
  private static final String CA = "ca";
  private static final List<String> A_WEEK = List.of("-validity", "7");
  private static final List<String> LAST_WEEK = List.of("-startdate", "-9d", "-validity", "2");
  private static final Base64.Encoder PEM = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private final Path directory;
  private final Path store;

  /** Creates a new authority; {@code directory} must not contain another one. */
  public Certificates(Path directory) {
    this.directory = directory;
    this.store = directory.resolve("keys.p12");
    generate(CA, A_WEEK, "-ext", "bc:critical=ca:true", "-ext", "ku:critical=keyCertSign");
    write(CA);
  }

  /** The authority's certificate. */
  public Path ca() {
    return certificate(CA);
  }

  /** The certificate {@code name}. */
  public Path certificate(String name) {
    return directory.resolve(name + ".crt");
  }

  /** The private key of the certificate {@code name} (PKCS #8). */
  public Path key(String name) {
    return directory.resolve(name + ".key");
  }

  /** Of Vert.x clients that trust the authority alone. */
  public ClientSSLOptions trust() {
    return new ClientSSLOptions()
        .setTrustOptions(new PemTrustOptions().addCertPath(ca().toString()));
  }

  /** Of Vert.x servers that have the certificate {@code name}. */
  public PemKeyCertOptions identity(String name) {
    return new PemKeyCertOptions()
        .addKeyPath(key(name).toString())
        .addCertPath(certificate(name).toString());
  }

  /**
   * Creates a key and a signed certificate.
   *
   * @param name the certificate's common name
   * @param alternatives its alternative names in keytool's format: {@code dns:…,ip:…}
   */
  public void sign(String name, String alternatives) {
    generate(name, A_WEEK, "-signer", CA, "-ext", "san=" + alternatives);
    write(name);
  }

  /** The same, with a certificate that has expired. */
  public void signExpired(String name, String alternatives) {
    generate(name, LAST_WEEK, "-signer", CA, "-ext", "san=" + alternatives);
    write(name);
  }

  /** The same, with a certificate that no authority has signed. */
  public void selfSign(String name, String alternatives) {
    generate(name, A_WEEK, "-ext", "san=" + alternatives);
    write(name);
  }

  private void write(String name) {
    try {
      KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
      write(certificate(name), "CERTIFICATE", keys.getCertificate(name).getEncoded());
      write(key(name), "PRIVATE KEY", keys.getKey(name, PASSWORD.toCharArray()).getEncoded());
      Files.setPosixFilePermissions(key(name), PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(Path file, String kind, byte[] bytes) throws IOException {
    Files.writeString(
        file,
        "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
            .formatted(kind, PEM.encodeToString(bytes)));
  }

  private void generate(String alias, List<String> validity, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(List.of("-genkeypair", "-alias", alias, "-dname", "CN=" + alias));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(validity);
    command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", PASSWORD, "-noprompt"));
    command.addAll(List.of(options));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("keytool failed: " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
