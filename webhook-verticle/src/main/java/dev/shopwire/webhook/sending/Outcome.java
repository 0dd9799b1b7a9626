package dev.shopwire.webhook.sending;

import java.util.Locale;

/** How a request ended. */
public enum Outcome {
  /** A 2xx, whole and in time. */
  DELIVERED,

  /** An answer that is neither 2xx nor 410; a redirect is one, since none is followed. */
  STATUS,

  /** 410: the receiver wants no more. */
  GONE,

  /** Not whole within the deadline, wherever the time went. */
  TIMEOUT,

  /** The name has no address, or nobody can say. */
  DNS,

  /** An address, port or scheme to which nothing may be sent. */
  REFUSED,

  /** No connection. */
  CONNECT,

  /** No trust. */
  TLS,

  /** The connection ended before the answer did, or the answer is no HTTP. */
  BROKEN;

  /** As it stands in the log of attempts. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
