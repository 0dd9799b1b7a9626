package dev.shopwire.automation.mail.imap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects responses from the bytes of a connection, within limits. Not thread-safe. */
final class ResponseReader {
  /** Of a line, without its literals. */
  static final int MAX_LINE = 128 << 10;

  /** Of a response's literals together. */
  static final int MAX_LITERALS = (1 << 20) + (64 << 10);

  private static final int MAX_COUNT = 10;

  private static final Pattern LITERAL = Pattern.compile("\\{([0-9]{1,18})\\+?}$");

  private final StringBuilder line = new StringBuilder();
  private final List<Buffer> literals = new ArrayList<>();
  private Buffer unread = Buffer.buffer();
  private int literalBytes;

  /** Of the literal that is being read; negative if none is. */
  private int expected = -1;

  /** From where the end of a line is looked for. */
  private int scanned;

  void add(Buffer bytes) {
    unread.appendBuffer(bytes);
  }

  /**
   * The next response, if all of it is there.
   *
   * @throws ImapFailure if it exceeds a limit
   */
  Optional<ImapResponse> next() {
    while (true) {
      if (expected >= 0) {
        if (unread.length() < expected) {
          return Optional.empty();
        }
        literals.add(take(expected));
        expected = -1;
      }
      Optional<String> part = nextLine();
      if (part.isEmpty()) {
        return Optional.empty();
      }
      line.append(part.get());
      Matcher literal = LITERAL.matcher(part.get());
      if (!literal.find()) {
        return Optional.of(complete());
      }
      expect(Long.parseLong(literal.group(1)));
    }
  }

  private void expect(long bytes) {
    if (bytes > MAX_LITERALS - literalBytes || literals.size() >= MAX_COUNT) {
      throw tooLong();
    }
    expected = Math.toIntExact(bytes);
    literalBytes += expected;
  }

  private static ImapFailure tooLong() {
    return new ImapFailure("the server has sent a response that is too long");
  }

  private ImapResponse complete() {
    ImapResponse response = new ImapResponse(line.toString(), List.copyOf(literals));
    line.setLength(0);
    literals.clear();
    literalBytes = 0;
    return response;
  }

  /** A line without its end. */
  private Optional<String> nextLine() {
    for (; scanned < unread.length(); scanned++) {
      if (unread.getByte(scanned) == '\n') {
        String text = new String(take(scanned + 1).getBytes(), ISO_8859_1).stripTrailing();
        scanned = 0;
        return Optional.of(text);
      }
      if (line.length() + scanned >= MAX_LINE) {
        throw tooLong();
      }
    }
    return Optional.empty();
  }

  private Buffer take(int bytes) {
    Buffer taken = unread.getBuffer(0, bytes);
    unread = unread.getBuffer(bytes, unread.length());
    return taken;
  }
}
