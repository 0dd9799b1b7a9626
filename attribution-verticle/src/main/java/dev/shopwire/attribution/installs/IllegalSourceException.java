package dev.shopwire.attribution.installs;

/** Thrown if the source can't be read as configured; the message is for the operator. */
final class IllegalSourceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  IllegalSourceException(String message) {
    super(message, null, false, false);
  }
}
