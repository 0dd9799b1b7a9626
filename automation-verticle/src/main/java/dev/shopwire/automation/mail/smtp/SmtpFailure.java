package dev.shopwire.automation.mail.smtp;

import java.util.Optional;

/**
 * Why a connection or a mail failed, at which stage, and what the server said. The message can be
 * shown to users: it never contains the password. It has no stack trace, because its origin doesn't
 * matter.
 */
public final class SmtpFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What happened. */
  public enum Kind {
    /** The server has answered 4xx or 5xx. */
    REFUSED("refused"),
    /** The server doesn't offer what is required: STARTTLS, or a known mechanism of AUTH. */
    UNSUPPORTED("not offered by the server"),
    /** The host has no address. */
    UNRESOLVED("the host name has no address, or no DNS server answers"),
    /** The host's address is not allowed. */
    FORBIDDEN("the host's address is not allowed"),
    /** No connection could be made. */
    UNREACHABLE("could not connect"),
    /** The connection has ended. */
    CLOSED("the connection was closed"),
    TIMEOUT("no complete answer in time"),
    /** The server has sent what is no reply, or one that doesn't belong to the command. */
    INVALID_REPLY("not a valid reply"),
    CERTIFICATE("the certificate is expired, not for this host or not from a trusted authority"),
    HANDSHAKE("the TLS handshake failed");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  private final Stage stage;
  private final Kind kind;
  private final String problem;
  private final transient Optional<Reply> reply;

  public SmtpFailure(Stage stage, Kind kind, Optional<Reply> reply) {
    super(
        stage + ": " + kind.text + reply.map(given -> ": " + given).orElse(""), null, false, false);
    this.stage = stage;
    this.kind = kind;
    this.problem = kind.text;
    this.reply = reply;
  }

  private SmtpFailure(Kind kind, String message) {
    super(Stage.CONNECT + ": " + message, null, false, false);
    this.stage = Stage.CONNECT;
    this.kind = kind;
    this.problem = message;
    this.reply = Optional.empty();
  }

  /** The host's address could not be found. */
  public static SmtpFailure unresolved() {
    return new SmtpFailure(Stage.CONNECT, Kind.UNRESOLVED);
  }

  /**
   * The host's address must not be connected to.
   *
   * @param reason a clause for users
   */
  public static SmtpFailure forbidden(String reason) {
    return new SmtpFailure(Kind.FORBIDDEN, reason);
  }

  SmtpFailure(Stage stage, Kind kind) {
    this(stage, kind, Optional.empty());
  }

  /** The step that could not be done. */
  public Stage stage() {
    return stage;
  }

  public Kind kind() {
    return kind;
  }

  /** What happened, as a clause for users, without what the server answered. */
  public String problem() {
    return problem;
  }

  /** What the server answered to the step, if it did. */
  public Optional<Reply> reply() {
    return reply;
  }

  /**
   * Whether the server may have taken the mail. If not, it has certainly not taken it: it had no
   * byte of it, or has refused it.
   */
  public boolean isOutcomeUnknown() {
    return stage.isAfterFirstByte() && kind != Kind.REFUSED;
  }
}
