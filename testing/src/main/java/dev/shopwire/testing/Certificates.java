package dev.shopwire.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Creates a certificate authority and certificates signed by it as files in a directory, with the
 * JDK's keytool. For tests only: each is valid for a week.
 */
public final class Certificates {
  private static final String PASSWORD = "for-tests-alone";
  private static final String CA = "ca";
  private static final Base64.Encoder PEM = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private final Path directory;

  /** Creates a new authority; {@code directory} must be empty. */
  public Certificates(Path directory) {
    this.directory = directory;
    keytool(
        "-genkeypair",
        "-alias",
        CA,
        "-keystore",
        store(CA),
        "-dname",
        "CN=a test's authority",
        "-ext",
        "bc:critical=ca:true",
        "-ext",
        "ku:critical=keyCertSign",
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-validity",
        "7");
    keytool("-exportcert", "-rfc", "-alias", CA, "-keystore", store(CA), "-file", ca().toString());
  }

  /** The authority's certificate (PEM). */
  public Path ca() {
    return directory.resolve("ca.crt");
  }

  /** The certificate {@code name} (PEM). */
  public Path certificate(String name) {
    return directory.resolve(name + ".crt");
  }

  /** The private key of the certificate {@code name} (PEM, PKCS #8). */
  public Path key(String name) {
    return directory.resolve(name + ".key");
  }

  /**
   * Creates a key and a signed certificate.
   *
   * @param name the certificate's common name and DNS name
   */
  public void sign(String name) {
    keytool(
        "-genkeypair",
        "-alias",
        name,
        "-keystore",
        store(name),
        "-dname",
        "CN=" + name,
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-validity",
        "7");
    String request = directory.resolve(name + ".csr").toString();
    keytool("-certreq", "-alias", name, "-keystore", store(name), "-file", request);
    keytool(
        "-gencert",
        "-rfc",
        "-alias",
        CA,
        "-keystore",
        store(CA),
        "-ext",
        "san=dns:" + name,
        "-validity",
        "7",
        "-infile",
        request,
        "-outfile",
        certificate(name).toString());
    try {
      Files.writeString(
          key(name),
          "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
              .formatted(PEM.encodeToString(privateKey(name).getEncoded())),
          UTF_8);
      Files.setPosixFilePermissions(key(name), PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Key privateKey(String name) throws IOException {
    try (InputStream in = Files.newInputStream(Path.of(store(name)))) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      return keys.getKey(name, PASSWORD.toCharArray());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private String store(String name) {
    return directory.resolve(name + ".p12").toString();
  }

  private static void keytool(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD, "-noprompt"));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
