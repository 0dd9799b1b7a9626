package dev.shopwire.embedded;

/** An embedded store cannot run; the message tells the person who started it what to do. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StoreException(String message) {
    super(message);
  }

  StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
