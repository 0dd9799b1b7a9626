package dev.shopwire.app.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Creates a certificate authority and a certificate for nodes on this machine as PEM files, with
 * the JDK's keytool.
 */
public final class ClusterCertificates {
  private static final String PASSWORD = "for-tests-alone";
  private static final Base64.Encoder PEM =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  private final Path directory;

  public ClusterCertificates(Path directory) {
    this.directory = directory;
    Path authority = directory.resolve("authority.p12");
    Path node = directory.resolve("node.p12");
    Path request = directory.resolve("node.csr");
    Path signed = directory.resolve("signed.pem");
    generate(authority, "CN=authority", "-ext", "bc:critical=ca:true");
    generate(node, "CN=node", "-ext", "san=ip:127.0.0.1,dns:localhost");
    keytool(node, "-certreq", "-file", request.toString());
    keytool(
        authority,
        "-gencert",
        "-rfc",
        "-infile",
        request.toString(),
        "-outfile",
        signed.toString());
    try {
      KeyStore keys = load(node);
      write("key.pem", "PRIVATE KEY", keys.getKey("key", PASSWORD.toCharArray()).getEncoded());
      Certificate root = load(authority).getCertificate("key");
      write("authority.pem", "CERTIFICATE", root.getEncoded());
      Files.copy(signed, directory.resolve("certificate.pem"));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The settings of a node that uses these certificates. */
  public Map<String, String> settings() {
    return Map.of(
        "SHOPWIRE_CLUSTER_TLS_CERTIFICATE", directory.resolve("certificate.pem").toString(),
        "SHOPWIRE_CLUSTER_TLS_KEY", directory.resolve("key.pem").toString(),
        "SHOPWIRE_CLUSTER_TLS_AUTHORITY", directory.resolve("authority.pem").toString());
  }

  private static void generate(Path store, String name, String... more) {
    List<String> options = new ArrayList<>(List.of("-genkeypair", "-keyalg", "EC", "-dname", name));
    options.addAll(List.of(more));
    keytool(store, options.toArray(String[]::new));
  }

  private static void keytool(Path store, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "-keystore",
            store.toString(),
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD,
            "-alias",
            "key"));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException("keytool failed: " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore load(Path store) throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream bytes = Files.newInputStream(store)) {
      keys.load(bytes, PASSWORD.toCharArray());
    }
    return keys;
  }

  private void write(String file, String kind, byte[] bytes) throws IOException {
    Files.writeString(
        directory.resolve(file),
        "-----BEGIN %s-----%n%s%n-----END %s-----%n"
            .formatted(kind, PEM.encodeToString(bytes), kind));
  }
}
