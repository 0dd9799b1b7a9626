package dev.shopwire.embedded;

/** Thrown if an embedded store cannot run; the message says what the operator can do. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StoreException(String message) {
    super(message);
  }

  StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
