package dev.shopwire.automation.mail.smtp;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * How long each step may take, from its first byte written to the last one read: a server that
 * sends a byte now and then gets no more time.
 *
 * @param connect until the connection is there
 * @param reply to a command, and for the TLS handshake
 * @param body until all of a mail is handed to the connection
 * @param finalReply to a mail
 * @param overall for opening a connection, and for each mail
 */
public record SmtpTimeouts(
    Duration connect, Duration reply, Duration body, Duration finalReply, Duration overall) {
  public SmtpTimeouts {
    boolean isPositive =
        Stream.of(connect, reply, body, finalReply, overall).allMatch(time -> time.toMillis() > 0);
    if (!isPositive) {
      throw new IllegalArgumentException("Timeouts of SMTP have at least one millisecond");
    }
  }

  /**
   * The usual ones with {@code finalReply}, whose minimum for a client is ten minutes (RFC 5321).
   */
  public static SmtpTimeouts withFinalReply(Duration finalReply) {
    Duration body = Duration.ofMinutes(2);
    return new SmtpTimeouts(
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        body,
        finalReply,
        finalReply.plus(body).plus(Duration.ofMinutes(1)));
  }

  Duration of(Stage stage) {
    return switch (stage) {
      case CONNECT -> connect;
      case BODY -> body;
      case FINAL_REPLY -> finalReply;
      default -> reply;
    };
  }
}
