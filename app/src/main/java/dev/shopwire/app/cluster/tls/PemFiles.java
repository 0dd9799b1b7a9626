package dev.shopwire.app.cluster.tls;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The content of three PEM files: this process's certificate chain up to the authority, its key,
 * and the trusted authorities.
 */
record PemFiles(List<X509Certificate> chain, PrivateKey key, List<X509Certificate> authorities) {
  private static final String CERTIFICATE = "cluster.tls.certificate";
  private static final String KEY = "cluster.tls.key";
  private static final String AUTHORITY = "cluster.tls.authority";
  private static final Pattern PKCS_8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  static boolean areSet(Settings settings) {
    return Stream.of(CERTIFICATE, KEY, AUTHORITY)
            .map(settings::text)
            .filter(Optional::isPresent)
            // Reads each one, so that each is registered as a known setting.
            .count()
        > 0;
  }

  /**
   * Empty if none of the three is set.
   *
   * @throws SettingException naming the one that is missing or unusable
   */
  static Optional<PemFiles> of(Settings settings) {
    if (!areSet(settings)) {
      return Optional.empty();
    }
    String certificate = file(settings, CERTIFICATE);
    String key = file(settings, KEY);
    String authority = file(settings, AUTHORITY);
    List<X509Certificate> chain = certificates(settings, CERTIFICATE, certificate);
    return Optional.of(
        new PemFiles(
            chain, key(settings, key, chain.get(0)), certificates(settings, AUTHORITY, authority)));
  }

  private static String file(Settings settings, String setting) {
    return settings
        .text(setting)
        .orElseThrow(
            () ->
                new SettingException(
                    settings.nameOf(setting)
                        + ": expected a PEM file; cluster TLS needs cluster.tls.certificate,"
                        + " cluster.tls.key and cluster.tls.authority"));
  }

  private static List<X509Certificate> certificates(
      Settings settings, String setting, String file) {
    String text = read(settings, setting, file);
    try {
      List<X509Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (!found.isEmpty()) {
        return found;
      }
    } catch (GeneralSecurityException e) {
      // reported below: the parser's message contains class names
    }
    throw settings.invalid(setting, "a PEM file with a certificate", file);
  }

  private static PrivateKey key(Settings settings, String file, X509Certificate certificate) {
    Matcher matcher = PKCS_8.matcher(read(settings, KEY, file));
    if (matcher.find()) {
      try {
        return KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
            .generatePrivate(
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1))));
      } catch (GeneralSecurityException | IllegalArgumentException e) {
        // reported below, without any part of the key
      }
    }
    throw settings.invalid(
        KEY,
        "a PEM file with the certificate's key, unencrypted and as PKCS #8 (BEGIN PRIVATE KEY)",
        file);
  }

  private static String read(Settings settings, String setting, String file) {
    try {
      return Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
    } catch (IOException | RuntimeException e) {
      throw settings.invalid(setting, "a readable PEM file", file);
    }
  }

  /** Omits the key. */
  @Override
  public String toString() {
    return "PemFiles" + chain.stream().map(X509Certificate::getSubjectX500Principal).toList();
  }
}
