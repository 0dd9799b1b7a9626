package dev.shopwire.automation.mail.smtp;

/** When a scripted server acts, with the stage at which its client is then. */
enum Moment {
  BANNER(Stage.BANNER),
  EHLO(Stage.EHLO),
  STARTTLS(Stage.STARTTLS),
  /** Instead of the handshake. */
  HANDSHAKE(Stage.TLS),
  AUTH(Stage.AUTH),
  RSET(Stage.RESET),
  MAIL(Stage.MAIL),
  RCPT(Stage.RCPT),
  DATA(Stage.DATA),
  /** After the first bytes of a mail; no more are read. */
  MID_BODY(Stage.BODY),
  AFTER_DOT(Stage.FINAL_REPLY);

  final Stage stage;

  Moment(Stage stage) {
    this.stage = stage;
  }
}
