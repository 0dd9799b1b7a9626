package dev.shopwire.automation.mail.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/**
 * Writes a text as UTF-8 in quoted-printable (RFC 2045, section 6.7): lines of at most 76
 * characters that end with CRLF, whatever ended them before.
 */
final class QuotedPrintable {
  private static final int LINE = 76;
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'
  };

  private final byte[] text;
  private final ByteArrayOutputStream out;
  // With the CRLF; collected because each call of the stream takes its lock.
  private final byte[] line = new byte[LINE + 2];
  private int column;

  private QuotedPrintable(String text, ByteArrayOutputStream out) {
    this.text = text.getBytes(UTF_8);
    this.out = out;
  }

  /** The last line ends with CRLF only if that of {@code text} ends with a line break. */
  static void write(String text, ByteArrayOutputStream out) {
    new QuotedPrintable(text, out).run();
  }

  private void run() {
    for (int i = 0; i < text.length; i++) {
      byte b = text[i];
      if (b == '\r' && i + 1 < text.length && text[i + 1] == '\n') {
        i++;
      }
      if (b == '\r' || b == '\n') {
        lineBreak();
      } else {
        write(b, i + 1 == text.length || text[i + 1] == '\r' || text[i + 1] == '\n');
      }
    }
    out.write(line, 0, column);
  }

  private void write(byte b, boolean isLast) {
    boolean isBlank = b == ' ' || b == '\t';
    boolean isLiteral = isBlank ? !isLast : b > ' ' && b <= '~' && b != '=';
    int length = isLiteral ? 1 : 3;
    // What is not the last of its line must leave room for the = of a soft line break.
    if (column + length > (isLast ? LINE : LINE - 1)) {
      line[column++] = '=';
      lineBreak();
    }
    if (isLiteral) {
      line[column++] = b;
    } else {
      line[column++] = '=';
      line[column++] = HEX[(b >> 4) & 0xF];
      line[column++] = HEX[b & 0xF];
    }
  }

  private void lineBreak() {
    line[column++] = '\r';
    line[column++] = '\n';
    out.write(line, 0, column);
    column = 0;
  }
}
