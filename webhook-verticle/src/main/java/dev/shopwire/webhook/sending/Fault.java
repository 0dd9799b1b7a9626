package dev.shopwire.webhook.sending;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import javax.net.ssl.SSLException;

/**
 * What went wrong, in words of our own: a library's might name its classes.
 *
 * @param words a clause for people
 */
record Fault(Outcome outcome, String words) {
  static final Fault TIMEOUT = new Fault(Outcome.TIMEOUT, "no whole answer in time");
  static final Fault DNS = new Fault(Outcome.DNS, "the host's name has no address");

  /** Why there is no connection on which a request could be sent. */
  static Fault connecting(Throwable cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof CertificateException
          || at instanceof CertPathBuilderException
          || at instanceof CertPathValidatorException) {
        return new Fault(Outcome.TLS, certificate(at));
      }
    }
    return cause instanceof SSLException
        ? new Fault(Outcome.TLS, "the TLS handshake failed")
        : new Fault(Outcome.CONNECT, "no connection");
  }

  private static String certificate(Throwable cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof CertificateExpiredException) {
        return "the certificate has expired";
      }
      if (at instanceof CertPathBuilderException || at instanceof CertPathValidatorException) {
        return "the certificate is of no authority that is trusted here";
      }
    }
    return "the certificate is not for this host";
  }

  /** Why an answer ended too soon, or isn't one. */
  static Fault broken() {
    return new Fault(Outcome.BROKEN, "the connection ended before a whole HTTP answer");
  }
}
