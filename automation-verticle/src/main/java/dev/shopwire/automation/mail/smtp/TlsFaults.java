package dev.shopwire.automation.mail.smtp;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;

/** Classifies failures of TLS handshakes; the library's own messages expose class names. */
final class TlsFaults {
  private TlsFaults() {}

  static SmtpFailure.Kind kind(Throwable error) {
    for (Throwable at = error; at != null; at = at.getCause()) {
      if (at instanceof CertificateException
          || at instanceof CertPathValidatorException
          || at instanceof CertPathBuilderException) {
        return SmtpFailure.Kind.CERTIFICATE;
      }
    }
    return SmtpFailure.Kind.HANDSHAKE;
  }
}
