package dev.shopwire.testing.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Creates an authority and a certificate for server and client on 127.0.0.1, with keytool. */
public final class RedisCertificates {
  private static final String PASSWORD = "password";

  private final Path directory;
  private final Path store;

  /** Writes PEM files into {@code directory}. */
  public RedisCertificates(Path directory) {
    this.directory = directory;
    this.store = directory.resolve("keys.p12");
    try {
      generate("ca", "-ext", "bc:critical=ca:true");
      generate("node", "-signer", "ca", "-ext", "san=ip:127.0.0.1");
      keytool("-exportcert", "-alias", "ca", "-rfc", "-file", authority().toString());
      keytool("-exportcert", "-alias", "node", "-rfc", "-file", certificate().toString());
      KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
      byte[] key = keys.getKey("node", PASSWORD.toCharArray()).getEncoded();
      String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
      Files.writeString(
          key(), "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public Path authority() {
    return directory.resolve("ca.pem");
  }

  public Path certificate() {
    return directory.resolve("node.pem");
  }

  public Path key() {
    return directory.resolve("node.key");
  }

  private void generate(String alias, String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of("-genkeypair", "-alias", alias));
    all.addAll(List.of("-dname", "CN=" + alias, "-keyalg", "EC", "-storetype", "PKCS12"));
    all.addAll(List.of("-validity", "30"));
    all.addAll(List.of(options));
    keytool(all.toArray(String[]::new));
  }

  private void keytool(String... arguments) throws IOException {
    Path log = Files.createTempFile(directory, "keytool", ".log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(Files.readString(log));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
