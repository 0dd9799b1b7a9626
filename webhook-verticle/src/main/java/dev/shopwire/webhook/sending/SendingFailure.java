package dev.shopwire.webhook.sending;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import javax.net.ssl.SSLException;

/**
 * Why sending failed, in a fixed text: a library's message might expose class names.
 *
 * @param message a clause for users
 */
record SendingFailure(Outcome outcome, String message) {
  static final SendingFailure TIMEOUT =
      new SendingFailure(Outcome.TIMEOUT, "no complete response in time");
  static final SendingFailure DNS =
      new SendingFailure(Outcome.DNS, "the host name could not be resolved");

  /** Classifies why no connection could be made. */
  static SendingFailure connecting(Throwable cause) {
    if (hasCause(cause, CertificateExpiredException.class)) {
      return new SendingFailure(Outcome.TLS, "the certificate has expired");
    }
    if (hasCause(cause, CertPathBuilderException.class)
        || hasCause(cause, CertPathValidatorException.class)) {
      return new SendingFailure(
          Outcome.TLS, "the certificate is not issued by a trusted authority");
    }
    if (hasCause(cause, CertificateException.class)) {
      return new SendingFailure(Outcome.TLS, "the certificate is not for this host");
    }
    return hasCause(cause, SSLException.class)
        ? new SendingFailure(Outcome.TLS, "the TLS handshake failed")
        : new SendingFailure(Outcome.CONNECT, "could not connect");
  }

  private static boolean hasCause(Throwable cause, Class<? extends Throwable> kind) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (kind.isInstance(at)) {
        return true;
      }
    }
    return false;
  }

  /** The response ended too soon, or isn't valid HTTP. */
  static SendingFailure broken() {
    return new SendingFailure(
        Outcome.BROKEN, "the connection ended before a complete HTTP response");
  }
}
