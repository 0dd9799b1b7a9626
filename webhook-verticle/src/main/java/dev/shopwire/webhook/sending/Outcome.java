package dev.shopwire.webhook.sending;

import java.util.Locale;

/** How a request ended. */
public enum Outcome {
  /** A complete 2xx response in time. */
  DELIVERED,

  /** A response that is neither 2xx nor 410; includes redirects, since none is followed. */
  STATUS,

  /** 410: the receiver wants no more webhooks. */
  GONE,

  /** No complete response within the deadline, wherever the time was spent. */
  TIMEOUT,

  /** The name has no address, or could not be resolved. */
  DNS,

  /** Not sent: its address, port or scheme isn't allowed, or it can't be built or signed. */
  REFUSED,

  /** No connection could be made. */
  CONNECT,

  /** The TLS handshake failed, or the certificate is not trusted. */
  TLS,

  /** The connection ended before the response did, or the response is not valid HTTP. */
  BROKEN;

  /** The name used in the log of attempts and in metrics. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
