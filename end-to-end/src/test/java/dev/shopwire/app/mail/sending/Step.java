package dev.shopwire.app.mail.sending;

/** When a mail server can do something wrong. */
public enum Step {
  BANNER,
  EHLO,
  RSET,
  MAIL,
  RCPT,
  DATA,
  /** After the first bytes of a mail. */
  BODY,
  /** After all of it. */
  END
}
