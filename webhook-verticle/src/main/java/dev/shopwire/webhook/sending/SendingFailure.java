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
record SendingFailure(Outcome outcome, String words) {
  static final SendingFailure TIMEOUT =
      new SendingFailure(Outcome.TIMEOUT, "no whole answer in time");
  static final SendingFailure DNS =
      new SendingFailure(Outcome.DNS, "the host's name has no address");

  /** Why there is no connection on which a request could be sent. */
  static SendingFailure connecting(Throwable cause) {
    if (has(cause, CertificateExpiredException.class)) {
      return new SendingFailure(Outcome.TLS, "the certificate has expired");
    }
    if (has(cause, CertPathBuilderException.class)
        || has(cause, CertPathValidatorException.class)) {
      return new SendingFailure(
          Outcome.TLS, "the certificate is of no authority that is trusted here");
    }
    if (has(cause, CertificateException.class)) {
      return new SendingFailure(Outcome.TLS, "the certificate is not for this host");
    }
    return has(cause, SSLException.class)
        ? new SendingFailure(Outcome.TLS, "the TLS handshake failed")
        : new SendingFailure(Outcome.CONNECT, "no connection");
  }

  private static boolean has(Throwable cause, Class<? extends Throwable> kind) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (kind.isInstance(at)) {
        return true;
      }
    }
    return false;
  }

  /** Why an answer ended too soon, or isn't one. */
  static SendingFailure broken() {
    return new SendingFailure(Outcome.BROKEN, "the connection ended before a whole HTTP answer");
  }
}
