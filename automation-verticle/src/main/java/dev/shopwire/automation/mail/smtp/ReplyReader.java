package dev.shopwire.automation.mail.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Collects replies from the bytes of a connection, within limits. */
final class ReplyReader {
  static final int MAX_LINE = 4_096;
  static final int MAX_LINES = 100;
  static final int MAX_REPLY = 65_536;
  // Three digits, then a blank or, if more lines follow, a hyphen.
  private static final int CODE_LENGTH = 3;

  private final UnaryOperator<String> mask;
  private final List<String> lines = new ArrayList<>();
  private Buffer unread = Buffer.buffer();
  private int size;
  private int code;

  /**
   * @param mask applied to the text of each line
   */
  ReplyReader(UnaryOperator<String> mask) {
    this.mask = mask;
  }

  void add(Buffer bytes) {
    unread.appendBuffer(bytes);
  }

  /** Whether no byte waits to be read. */
  boolean isEmpty() {
    return unread.length() == 0 && lines.isEmpty();
  }

  /** The next reply, if all of it is there. */
  Optional<Reply> next() throws InvalidReply {
    int from = 0;
    for (int at = 0; at < unread.length(); at++) {
      if (at - from >= MAX_LINE) {
        throw new InvalidReply();
      }
      if (unread.getByte(at) == '\n') {
        boolean isLast = line(unread.getBytes(from, at));
        from = at + 1;
        if (isLast) {
          return Optional.of(complete(from));
        }
      }
    }
    unread = unread.getBuffer(from, unread.length());
    return Optional.empty();
  }

  private Reply complete(int end) {
    Reply reply = new Reply(code, lines);
    unread = unread.getBuffer(end, unread.length());
    lines.clear();
    size = 0;
    return reply;
  }

  /**
   * Adds a line, with or without CR at its end.
   *
   * @return whether it is the last of its reply
   */
  private boolean line(byte[] bytes) throws InvalidReply {
    size += bytes.length;
    String line = new String(bytes, UTF_8).stripTrailing();
    int lineCode = code(line);
    boolean isContinued = line.length() > CODE_LENGTH && line.charAt(CODE_LENGTH) == '-';
    boolean isEnd = line.length() == CODE_LENGTH || line.charAt(CODE_LENGTH) == ' ';
    boolean isSameReply = lines.isEmpty() || lineCode == code;
    if (!isSameReply || !(isContinued || isEnd)) {
      throw new InvalidReply();
    }
    code = lineCode;
    lines.add(mask.apply(printable(line.substring(Math.min(line.length(), CODE_LENGTH + 1)))));
    if (size > MAX_REPLY || lines.size() > MAX_LINES) {
      throw new InvalidReply();
    }
    return isEnd;
  }

  private static int code(String line) throws InvalidReply {
    if (line.length() < CODE_LENGTH) {
      throw new InvalidReply();
    }
    int code = 0;
    for (int i = 0; i < CODE_LENGTH; i++) {
      char c = line.charAt(i);
      if (c < '0' || c > '9') {
        throw new InvalidReply();
      }
      code = code * 10 + c - '0';
    }
    if (code < 200 || code > 599) {
      throw new InvalidReply();
    }
    return code;
  }

  /** PostgreSQL stores no NUL, and logs should not contain escape sequences. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
