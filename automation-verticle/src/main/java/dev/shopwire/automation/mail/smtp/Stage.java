package dev.shopwire.automation.mail.smtp;

/**
 * The steps of a connection and of a mail, in their order. A connection goes from {@code CONNECT}
 * to {@code AUTH} once ({@code TLS} before {@code BANNER} if it is implicit, else after {@code
 * STARTTLS}, then {@code EHLO} again), and from {@code MAIL} to {@code FINAL_REPLY} for each mail.
 */
public enum Stage {
  CONNECT,
  BANNER,
  EHLO,
  STARTTLS,
  TLS,
  AUTH,
  /** The transaction that a mail before may have left is ended. */
  RESET,
  MAIL,
  RCPT,
  /** The command: the server has not seen a byte of the mail. */
  DATA,
  /** Bytes of the mail are being written. */
  BODY,
  /** All bytes have been handed to the connection. */
  FINAL_REPLY;

  /** Whether the server may have a part of the mail, or all of it. */
  public boolean isAfterFirstByte() {
    return compareTo(BODY) >= 0;
  }
}
