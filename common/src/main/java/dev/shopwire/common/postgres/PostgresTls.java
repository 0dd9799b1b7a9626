package dev.shopwire.common.postgres;

import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.pgclient.SslMode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The TLS settings of a connection to PostgreSQL, as libpq names them: {@code sslmode}, {@code
 * sslrootcert}, {@code sslcert}, {@code sslkey}.
 *
 * @param rootCert certificates (PEM) of the trusted authorities
 * @param cert the client's certificate with its chain (PEM)
 * @param key its private key (PEM, PKCS #8, not encrypted)
 */
record PostgresTls(SslMode mode, Optional<Path> rootCert, Optional<Path> cert, Optional<Path> key) {
  private static final String MODES = "disable, allow, prefer, require, verify-ca or verify-full";
  private static final String PKCS8 = "-----BEGIN PRIVATE KEY-----";

  /**
   * @param parameters of the URI, decoded
   * @param local whether the server is on this machine, where the default is no encryption
   * @throws IllegalArgumentException naming the parameter and the problem
   */
  static PostgresTls of(Map<String, String> parameters, boolean local) {
    SslMode mode = mode(parameters, local);
    Optional<Path> root = file(parameters, "sslrootcert");
    Optional<Path> cert = file(parameters, "sslcert");
    Optional<Path> key = file(parameters, "sslkey");
    root.ifPresent(path -> requireCertificates("sslrootcert", path));
    cert.ifPresent(path -> requireCertificates("sslcert", path));
    key.ifPresent(PostgresTls::requireKey);
    if (cert.isPresent() != key.isPresent()) {
      throw new IllegalArgumentException("sslcert and sslkey must be set together");
    }
    // A given authority is meant to be verified; libpq does the same.
    SslMode checked = mode == SslMode.REQUIRE && root.isPresent() ? SslMode.VERIFY_CA : mode;
    if (verifies(checked) && root.isEmpty()) {
      throw new IllegalArgumentException(
          "sslmode=" + checked.value + " requires sslrootcert, a file of trusted authorities");
    }
    return new PostgresTls(checked, root, cert, key);
  }

  private static SslMode mode(Map<String, String> parameters, boolean local) {
    String value = parameters.getOrDefault("sslmode", local ? "disable" : "prefer");
    try {
      return SslMode.of(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("sslmode must be " + MODES, null);
    }
  }

  private static Optional<Path> file(Map<String, String> parameters, String name) {
    return Optional.ofNullable(parameters.get(name))
        .map(
            text -> {
              Path path = Path.of(text).toAbsolutePath();
              if (!Files.isRegularFile(path)) {
                throw new IllegalArgumentException(name + ": no such file: " + path);
              }
              if (!Files.isReadable(path)) {
                throw new IllegalArgumentException(name + ": cannot read " + path);
              }
              return path;
            });
  }

  private static void requireCertificates(String name, Path path) {
    if (certificates(path).isEmpty()) {
      throw new IllegalArgumentException(name + ": " + path + " contains no PEM certificates");
    }
  }

  /** Empty if none can be read. */
  private static Collection<? extends Certificate> certificates(Path path) {
    try (InputStream in = Files.newInputStream(path)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in);
    } catch (IOException | CertificateException e) {
      return List.of();
    }
  }

  private static void requireKey(Path path) {
    try {
      if (isOpenToOthers(path)) {
        throw new IllegalArgumentException(
            "sslkey: " + path + " is accessible to other users; run chmod 600 on it");
      }
      if (Files.readString(path).contains(PKCS8)) {
        return;
      }
    } catch (IOException e) {
      // falls through to the one error below
    }
    throw new IllegalArgumentException(
        "sslkey: "
            + path
            + " is not an unencrypted PKCS #8 key in PEM format; convert it with openssl pkcs8"
            + " -topk8 -nocrypt");
  }

  /** As in libpq and pgjdbc, a file owned by root may be readable by its group. */
  private static boolean isOpenToOthers(Path path) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    if (view == null) {
      return false;
    }
    Set<PosixFilePermission> open = EnumSet.copyOf(view.readAttributes().permissions());
    open.removeAll(PosixFilePermissions.fromString("rwx------"));
    if (view.getOwner().getName().equals("root")) {
      open.remove(PosixFilePermission.GROUP_READ);
    }
    return !open.isEmpty();
  }

  private static boolean verifies(SslMode mode) {
    return mode == SslMode.VERIFY_CA || mode == SslMode.VERIFY_FULL;
  }

  ClientSSLOptions clientOptions() {
    ClientSSLOptions options =
        new ClientSSLOptions()
            .setTrustAll(!verifies(mode))
            .setHostnameVerificationAlgorithm(mode == SslMode.VERIFY_FULL ? "HTTPS" : "");
    if (verifies(mode)) {
      rootCert.ifPresent(
          path -> options.setTrustOptions(new PemTrustOptions().addCertPath(path.toString())));
    }
    cert.ifPresent(
        path ->
            options.setKeyCertOptions(
                new PemKeyCertOptions()
                    .setCertPath(path.toString())
                    .setKeyPath(key.orElseThrow().toString())));
    return options;
  }

  /** The equivalent parameters of a JDBC URL. */
  Map<String, String> jdbcParameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("sslmode", mode.value);
    rootCert.ifPresent(path -> parameters.put("sslrootcert", path.toString()));
    cert.ifPresent(
        path -> {
          parameters.put("sslcert", path.toString());
          // Otherwise the driver assumes RSA for every PEM key.
          certificates(path).stream()
              .findFirst()
              .ifPresent(
                  own -> parameters.put("pemKeyAlgorithm", own.getPublicKey().getAlgorithm()));
        });
    key.ifPresent(path -> parameters.put("sslkey", path.toString()));
    return parameters;
  }
}
