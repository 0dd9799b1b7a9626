package dev.shopwire.automation.mail.smtp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.vertx.core.buffer.Buffer;

/**
 * The bytes that follow DATA, piece by piece: a mail with the dots at the start of its lines
 * doubled, and the line with a dot that ends it (RFC 5321, section 4.5.2).
 */
final class DotStuffedBody {
  private static final int PIECE = 65_536;
  private static final int MAX_LINE = 998;
  private static final byte[] END = ".\r\n".getBytes(US_ASCII);
  private static final byte[] LINE_BREAK_AND_END = "\r\n.\r\n".getBytes(US_ASCII);

  private final byte[] message;
  private int at;

  /**
   * @throws IllegalArgumentException unless lines have at most 998 characters of ASCII and end with
   *     CRLF. Servers disagree on what a lone CR or LF is, so that a mail could become two.
   */
  DotStuffedBody(byte[] message) {
    this.message = message;
    check(message);
  }

  private static void check(byte[] message) {
    int lineStart = 0;
    for (int i = 0; i < message.length; i++) {
      byte b = message[i];
      boolean isLineFeed = b == '\n';
      if (b <= 0
          || (isLineFeed && (i == 0 || message[i - 1] != '\r'))
          || (b == '\r' && (i + 1 == message.length || message[i + 1] != '\n'))
          || (!isLineFeed && b != '\r' && i - lineStart >= MAX_LINE)) {
        throw new IllegalArgumentException("The mail is not 7-bit with lines as SMTP needs them");
      }
      lineStart = isLineFeed ? i + 1 : lineStart;
    }
  }

  /** In bytes, without the doubled dots. */
  int size() {
    return message.length;
  }

  boolean isDone() {
    return at == message.length;
  }

  /** The next piece; the last one contains the end. */
  Buffer next() {
    int end = Math.min(message.length, at + PIECE);
    Buffer piece = Buffer.buffer(end - at + 1_024);
    int copied = at;
    for (int i = at; i < end; i++) {
      if (message[i] == '.' && isLineStart(i)) {
        piece.appendBytes(message, copied, i - copied).appendByte((byte) '.');
        copied = i;
      }
    }
    piece.appendBytes(message, copied, end - copied);
    at = end;
    if (isDone()) {
      piece.appendBytes(isLineStart(end) ? END : LINE_BREAK_AND_END);
    }
    return piece;
  }

  private boolean isLineStart(int index) {
    return index == 0 || message[index - 1] == '\n';
  }
}
