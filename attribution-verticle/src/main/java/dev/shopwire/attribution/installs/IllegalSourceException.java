package dev.shopwire.attribution.installs;

/** A source that is not read as it is configured; the message is for the operator. */
final class IllegalSourceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  IllegalSourceException(String message) {
    super(message, null, false, false);
  }
}
